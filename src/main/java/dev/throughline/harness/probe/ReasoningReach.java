package dev.throughline.harness.probe;

import dev.throughline.verdict.Status;

/// How much of a history's reasoning reached the prompt.
///
/// @param status PRESERVED, PARTIAL, BROKEN, or INCONCLUSIVE if it could not be measured
/// @param numbers the measurements in a readable form
public record ReasoningReach(Status status, String numbers) {
    public static ReasoningReach unknown(String reason) {
        return new ReasoningReach(Status.INCONCLUSIVE, reason);
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
