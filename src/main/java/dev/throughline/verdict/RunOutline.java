package dev.throughline.verdict;

/// Facts about a run that must be known before its requests are scored in order.
///
/// A small run is scored with all of its items in memory. Of a large one it is known as well which request is the last
/// that did something new with an answer, so that the answer can be counted and forgotten there.
public final class RunOutline {
    private static final int[] UNKNOWN = {};

    private final int[] continuations;
    private final int[] lastObservers;

    private RunOutline(int[] continuations, int[] lastObservers) {
        this.continuations = continuations;
        this.lastObservers = lastObservers;
    }

    /// @param continuations how many requests continue each one, by number; taken over, not copied
    public static RunOutline small(int[] continuations) {
        return new RunOutline(continuations, UNKNOWN);
    }

    /// @param continuations how many requests continue each one, by number
    /// @param lastObservers the last request with an observation of each answer, by number; 0 for none.
    ///     Both are taken over, not copied: they are megabytes.
    public static RunOutline large(int[] continuations, int[] lastObservers) {
        return new RunOutline(continuations, lastObservers);
    }

    int continuations(int request) {
        return request < continuations.length ? continuations[request] : 0;
    }

    /// Whether answers are forgotten as soon as nothing new is recorded of them.
    boolean isLarge() {
        return lastObservers.length > 0;
    }

    /// Whether no later request did something new with an answer; never of a small run.
    boolean isLast(int request, int answer) {
        return isLarge() && (answer >= lastObservers.length || lastObservers[answer] <= request);
    }
}
