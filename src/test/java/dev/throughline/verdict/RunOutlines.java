package dev.throughline.verdict;

import dev.throughline.trace.TracedExchange;
import java.util.List;

/// Outlines of runs that are in memory.
public final class RunOutlines {
    private RunOutlines() {}

    /// That of a small run.
    /// @param exchanges all of it
    public static RunOutline of(List<TracedExchange> exchanges) {
        int last = exchanges.stream().mapToInt(TracedExchange::number).max().orElse(0);
        int[] continuations = new int[last + 1];
        for (TracedExchange exchange : exchanges) {
            exchange.link().parent().ifPresent(parent -> {
                if (parent <= last) {
                    continuations[parent]++;
                }
            });
        }
        return RunOutline.small(continuations);
    }
}
