package dev.throughline.run.lifecycle;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/// The moments at which this process opens runs, in their order even when the wall clock is set back: the ids of runs,
/// which begin with them, stay ordered. While the clock is behind, each run is a millisecond, the unit of the ids,
/// after
/// the one before.
final class MonotonicClock {
    private final AtomicReference<Instant> last = new AtomicReference<>(Instant.EPOCH);

    /// @param now by the wall clock
    Instant next(Instant now) {
        return last.updateAndGet(former -> now.isBefore(former) ? former.plusMillis(1) : now);
    }
}
