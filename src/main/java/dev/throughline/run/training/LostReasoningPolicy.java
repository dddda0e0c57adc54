package dev.throughline.run.training;

/// What becomes of conversations whose client did not give back all reasoning that had to come back.
public enum LostReasoningPolicy {
    /// No row of a run in which that happened.
    LEAVES_OUT_RUN,
    /// No row of a branch in which that happened.
    LEAVES_OUT_BRANCH,
    /// Rows as of any other; they say what is lost.
    INCLUDED
}
