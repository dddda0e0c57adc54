package dev.throughline.trace;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/// A request's history in which each answer is known and was given back unchanged, so that nothing of it
/// needs to be examined again when a later request repeats it.
///
/// @param hash of the history, see `HistoryHash`
/// @param turns user turns, from 1, whose answers in it have reasoning, in ascending order; the first of
///     them if there are more than `Preservation` reports
public record KeptHistory(UUID hash, List<Integer> turns) {
    public KeptHistory {
        turns = List.copyOf(turns);
    }

    /// @param turns all of them
    public static KeptHistory of(UUID hash, SortedSet<Integer> turns) {
        return new KeptHistory(
                hash, turns.stream().limit(Preservation.MOST_TURNS + 1L).toList());
    }

    /// The same history with more answers.
    public KeptHistory with(UUID longer, List<TracedExchange> answers) {
        SortedSet<Integer> all = turnsOf(answers);
        all.addAll(turns);
        return of(longer, all);
    }

    /// The turns of the answers that have reasoning.
    public static SortedSet<Integer> turnsOf(List<TracedExchange> answers) {
        SortedSet<Integer> turns = new TreeSet<>();
        for (TracedExchange answer : answers) {
            if (answer.items().stream().anyMatch(item -> item.category() == Category.THINK)) {
                turns.add(answer.link().turn());
            }
        }
        return turns;
    }
}
