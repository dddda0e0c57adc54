package dev.throughline.trace.match;

/// Bounds the work of comparisons that are not by equality: how alike two texts are, whether one holds the other. It
/// grows with what a request and the answers before it say, so that following a conversation takes a time linear in
/// both, whatever they say. Ordinary requests use a small part of it; once it is used up such comparisons find
/// nothing. One request, one thread.
public final class ComparisonBudget {
    private static final long BASE = 8L * 1024 * 1024;
    private static final int PER_CHARACTER = 16;
    /// What a part counts for beside its text.
    private static final int PART = 16;

    private long left = BASE;

    /// Adds what the parts of a text may be compared for.
    public void grow(long characters) {
        left += PER_CHARACTER * (PART + characters);
    }

    /// Takes the steps of a comparison; false, and nothing is taken, when there are not enough left.
    public boolean take(long steps) {
        if (steps > left) {
            return false;
        }
        left -= steps;
        return true;
    }
}
