package dev.throughline.run.training;

/// The treatment of conversations whose client did not return all reasoning that had to be returned.
public enum LostReasoningPolicy {
    /// Omit all rows of such a run.
    LEAVES_OUT_RUN,
    /// Omit all rows of such a branch.
    LEAVES_OUT_BRANCH,
    /// Keep the rows; they state what was lost.
    INCLUDED
}
