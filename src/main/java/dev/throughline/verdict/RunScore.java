package dev.throughline.verdict;

/// A verdict with the counts that it is based on.
///
/// @param verdict of a large run, with the first items that were lost only
public record RunScore(RunVerdict verdict, ItemTally items) {
    /// The score of a verdict that lists all items.
    public static RunScore of(RunVerdict verdict) {
        return new RunScore(verdict, ItemTally.of(verdict.items()));
    }
}
