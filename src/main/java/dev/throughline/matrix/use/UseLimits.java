package dev.throughline.matrix.use;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Limits on the age and confidence of measurements that count.
record UseLimits(Optional<Duration> maxAge, Cell.Confidence minConfidence, Instant now) {
    /// Why a cell does not count; empty if it does.
    Optional<UseReason> refusal(CellKey.Versioned what, Cell cell) {
        return refusal(what, cell.lastMeasured(), cell.confidence());
    }

    /// Why a measurement of this time and confidence does not count; empty if it does.
    Optional<UseReason> refusal(CellKey.Versioned what, Instant measured, Cell.Confidence found) {
        Optional<Duration> exceeded =
                maxAge.filter(most -> Duration.between(measured, now).compareTo(most) > 0);
        if (exceeded.isPresent()) {
            return Optional.of(new UseReason.TooOld(what, measured, exceeded.get()));
        }
        return found.compareTo(minConfidence) < 0
                ? Optional.of(new UseReason.TooLittleConfidence(what, found, minConfidence))
                : Optional.empty();
    }
}
