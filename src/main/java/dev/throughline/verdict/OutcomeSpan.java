package dev.throughline.verdict;

import java.util.Optional;

/// Consecutive requests in which an item had the same outcome.
///
/// @param from number of the first of them
/// @param to number of the last of them
/// @param reason a description of what differs, in the first
public record OutcomeSpan(Outcome outcome, int from, int to, Optional<String> reason) {}
