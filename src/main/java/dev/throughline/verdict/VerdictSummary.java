package dev.throughline.verdict;

import dev.throughline.trace.Observation.Due;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/// A verdict without the items that came back, of which there are as many as the run has answers.
///
/// @param verdict with the first items that were lost, by the request that lost them
/// @param requests those that lost something
/// @param more lost items beyond those of the verdict
public record VerdictSummary(RunVerdict verdict, List<RequestRange> requests, int more) {
    private static final int MOST_ITEMS = 300;

    public VerdictSummary {
        requests = List.copyOf(requests);
    }

    /// Requests that follow one another, by number, both included.
    public record RequestRange(int from, int to) {}

    public static VerdictSummary of(RunVerdict verdict) {
        List<ItemVerdict> lost = verdict.items().stream()
                .filter(item -> item.due() == Due.MUST && item.outcome().isLoss())
                .sorted(Comparator.comparingInt(ItemVerdict::observedIn).thenComparingInt(ItemVerdict::exchange))
                .toList();
        var first = new RunVerdict(
                verdict.verdict(),
                verdict.assessment(),
                verdict.capabilities(),
                lost.stream().limit(MOST_ITEMS).toList(),
                verdict.notes());
        return new VerdictSummary(first, ranges(requests(lost)), Math.max(0, lost.size() - MOST_ITEMS));
    }

    private static BitSet requests(List<ItemVerdict> lost) {
        var requests = new BitSet();
        for (ItemVerdict item : lost) {
            requests.set(item.observedIn());
            item.changes().stream()
                    .filter(span -> span.outcome().isLoss())
                    .forEach(span -> requests.set(span.from(), span.to() + 1));
        }
        return requests;
    }

    private static List<RequestRange> ranges(BitSet requests) {
        List<RequestRange> ranges = new ArrayList<>();
        for (int from = requests.nextSetBit(0); from >= 0; ) {
            int end = requests.nextClearBit(from);
            ranges.add(new RequestRange(from, end - 1));
            from = requests.nextSetBit(end);
        }
        return ranges;
    }
}
