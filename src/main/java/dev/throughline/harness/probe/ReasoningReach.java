package dev.throughline.harness.probe;

import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Status;
import java.util.Optional;

/// How much of a history's reasoning reached the prompt.
///
/// @param status PRESERVED, PARTIAL, BROKEN, or INCONCLUSIVE if it could not be measured
/// @param numbers the measurements in a readable form
/// @param outcome what happened to it: the outcome that an item of a client's history would have; empty if it
///     could not be measured
public record ReasoningReach(Status status, String numbers, Optional<Outcome> outcome) {
    /// A reach whose status says what happened.
    ReasoningReach(Status status, String numbers) {
        this(
                status,
                numbers,
                switch (status) {
                    case PRESERVED -> Optional.of(Outcome.EXACT);
                    case PARTIAL -> Optional.of(Outcome.PARTIAL);
                    case BROKEN -> Optional.of(Outcome.MISSING);
                    case INCONCLUSIVE, NOT_EXERCISED, UNSUPPORTED, ERROR -> Optional.empty();
                });
    }

    /// The same loss under a more exact name.
    ReasoningReach named(Outcome loss) {
        return isLost() ? new ReasoningReach(status, numbers, Optional.of(loss)) : this;
    }

    /// Whether less than all of it reached the prompt.
    boolean isLost() {
        return status == Status.PARTIAL || status == Status.BROKEN;
    }

    public static ReasoningReach unknown(String reason) {
        return new ReasoningReach(Status.INCONCLUSIVE, reason);
    }

    boolean isRefused() {
        return outcome.equals(Optional.of(Outcome.REFUSED));
    }

    public boolean isWhole() {
        return status == Status.PRESERVED;
    }

    /// The better of two.
    ReasoningReach or(ReasoningReach other) {
        return other.rank() > rank() ? other : this;
    }

    /// Higher is better; an unknown result is better than a known loss.
    public int rank() {
        return switch (status) {
            case PRESERVED -> 3;
            case PARTIAL -> 2;
            case INCONCLUSIVE, NOT_EXERCISED, UNSUPPORTED, ERROR -> 1;
            case BROKEN -> 0;
        };
    }
}
