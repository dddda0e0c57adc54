package dev.throughline.harness.probe.history;

import dev.throughline.verdict.Status;

/// How much of a history's reasoning reached the prompt.
///
/// @param status PRESERVED, PARTIAL, BROKEN, or INCONCLUSIVE when it could not be measured
/// @param numbers what was measured, for people
public record Reach(Status status, String numbers) {

    public static Reach unknown(String reason) {
        return new Reach(Status.INCONCLUSIVE, reason);
    }

    public boolean isWhole() {
        return status == Status.PRESERVED;
    }

    /// The better of two.
    Reach or(Reach other) {
        return other.rank() > rank() ? other : this;
    }

    /// Higher is better; what is not known is better than what is known to be lost.
    public int rank() {
        return switch (status) {
            case PRESERVED -> 3;
            case PARTIAL -> 2;
            case INCONCLUSIVE, NOT_EXERCISED, UNSUPPORTED, ERROR -> 1;
            case BROKEN -> 0;
        };
    }
}
