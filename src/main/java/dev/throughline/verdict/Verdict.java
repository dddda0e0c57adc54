package dev.throughline.verdict;

/// The verdict of a run.
public enum Verdict {
    PASS,
    FAIL,
    INCONCLUSIVE
}
