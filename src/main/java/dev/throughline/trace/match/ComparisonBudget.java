package dev.throughline.trace.match;

/// Bounds the work of comparisons other than equality: how similar two texts are, whether one contains the
/// other. It grows with the size of a request and the answers before it, so that tracing a conversation
/// takes linear time, whatever the content. Ordinary requests use a small part of it; once it is exhausted
/// such comparisons find nothing. One instance per request; not thread-safe.
public final class ComparisonBudget {
    private static final long BASE = 8L * 1024 * 1024;
    private static final int PER_CHARACTER = 16;
    /// Fixed cost of a part besides its text.
    private static final int PART = 16;

    private long left = BASE;

    /// Adds the budget for comparing the parts of a text.
    public void grow(long characters) {
        left += PER_CHARACTER * (PART + characters);
    }

    /// Takes the steps of a comparison; returns false and takes nothing if there are not enough left.
    public boolean take(long steps) {
        if (steps > left) {
            return false;
        }
        left -= steps;
        return true;
    }
}
