package dev.throughline.trace;

import java.util.List;
import java.util.Map;

/// What is known of a run when a request arrives: at least every exchange that matches the request's
/// `LookupKeys` and every exchange of the same conversations, ordered by number.
///
/// @param foreignTokens trace tokens of the request that belong to other runs: token → run id
public record RunHistory(ThinkingPolicy policy, List<TracedExchange> exchanges, Map<String, String> foreignTokens) {
    public RunHistory {
        exchanges = List.copyOf(exchanges);
        foreignTokens = Map.copyOf(foreignTokens);
    }

    /// A run without exchanges.
    public static RunHistory empty(ThinkingPolicy thinkingPolicy) {
        return new RunHistory(thinkingPolicy, List.of(), Map.of());
    }
}
