package dev.throughline.verdict;

/// Scores a run. Pure: the same evidence gives the same verdict.
public final class Scorer {
    private Scorer() {}

    public static RunVerdict score(RunEvidence evidence) {
        throw new UnsupportedOperationException();
    }
}
