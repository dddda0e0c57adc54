package dev.throughline.verdict;

/// A verdict with the counts that it is based on.
///
/// @param verdict of a large run, with the first items that were lost only
public record RunScore(RunVerdict verdict, ItemTally items) {}
