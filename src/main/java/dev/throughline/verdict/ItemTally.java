package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.verdict.VerdictSummary.RequestRange;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The counts over all items of a run, of which a verdict lists at most the first.
///
/// @param due items that had to be returned and whose turn was present, each once
/// @param returned how many of them were returned whole, also in another order or twice, or by reference
/// @param observed the kinds of which any request had an item to carry
/// @param unprinted outputs of commands that did not run
/// @param lost items that were lost, once for each scope
/// @param requests those that lost something
/// @param omitted items that the verdict does not list, once for each scope
public record ItemTally(
        Map<Category, Integer> due,
        Map<Category, Integer> returned,
        Set<Category> observed,
        int unprinted,
        int lost,
        List<RequestRange> requests,
        int omitted) {
    public ItemTally {
        due = Map.copyOf(due);
        returned = Map.copyOf(returned);
        observed = Set.copyOf(observed);
        requests = List.copyOf(requests);
    }

    public int totalDue() {
        return due.values().stream().mapToInt(Integer::intValue).sum();
    }

    public int totalReturned() {
        return returned.values().stream().mapToInt(Integer::intValue).sum();
    }
}
