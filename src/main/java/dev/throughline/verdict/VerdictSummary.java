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
    private static final int MOST_RANGES = 10_000;

    public VerdictSummary {
        requests = List.copyOf(requests);
    }

    /// Requests that follow one another, by number, both included.
    public record RequestRange(int from, int to) {}

    public static VerdictSummary of(RunScore score) {
        RunVerdict verdict = score.verdict();
        List<ItemVerdict> lost = verdict.items().stream()
                .filter(item -> item.due() == Due.MUST && item.outcome().isLoss())
                .sorted(Comparator.comparingInt(ItemVerdict::observedIn).thenComparingInt(ItemVerdict::exchange))
                .limit(MOST_ITEMS)
                .toList();
        var first =
                new RunVerdict(verdict.verdict(), verdict.assessment(), verdict.capabilities(), lost, verdict.notes());
        return new VerdictSummary(first, score.items().requests(), score.items().lost() - lost.size());
    }

    /// The requests as ranges; where there would be too many, with the gaps between those that are near.
    static List<RequestRange> ranges(BitSet requests) {
        List<RequestRange> found = ranges(requests, 0);
        for (int gap = 1; found.size() > MOST_RANGES; gap *= 2) {
            found = ranges(requests, gap);
        }
        return found;
    }

    private static List<RequestRange> ranges(BitSet requests, int gap) {
        List<RequestRange> ranges = new ArrayList<>();
        for (int from = requests.nextSetBit(0); from >= 0; ) {
            int end = requests.nextClearBit(from);
            int next = requests.nextSetBit(end);
            while (next >= 0 && next - end <= gap) {
                end = requests.nextClearBit(next);
                next = requests.nextSetBit(end);
            }
            ranges.add(new RequestRange(from, end - 1));
            from = next;
        }
        return ranges;
    }
}
