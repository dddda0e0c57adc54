package dev.throughline.verdict;

/// The test suite as a whole: which items are planted, when they are due and how they are judged.
public final class Suite {
    /// Its version, semantic: runs of the same major version can be compared.
    public static final String VERSION = "1.0.0";

    private Suite() {}
}
