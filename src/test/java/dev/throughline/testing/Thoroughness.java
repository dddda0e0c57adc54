package dev.throughline.testing;

/// How much the tests try that could try for ever: cuts of a stream, random inputs, generated conversations.
/// Brief, which is what a gate and a mutation run can afford, unless the system property `throughline.tests` is
/// `full`, as `.ci/run --all` sets it for integration tests and for every class with [Thorough].
public final class Thoroughness {
    private static final boolean IS_FULL = "full".equals(System.getProperty("throughline.tests"));

    private Thoroughness() {}

    public static boolean isFull() {
        return IS_FULL;
    }

    /// The first of two counts in a full run, else the second.
    public static int tries(int full, int brief) {
        return IS_FULL ? full : brief;
    }
}
