package dev.throughline.trace;

import java.util.List;
import java.util.Map;

/// The known state of a run when a request arrives: at least every exchange that matches the request's
/// `LookupKeys` and every exchange of the same conversations, ordered by number.
///
/// @param foreignTokens trace tokens of the request that belong to other runs: token → run id
/// @param observed what is recorded of the observations of these exchanges' requests, by number; not of every one
public record RunHistory(
        ThinkingPolicy policy,
        List<TracedExchange> exchanges,
        Map<String, String> foreignTokens,
        Map<Integer, ObservationDigests> observed) {
    public RunHistory {
        exchanges = List.copyOf(exchanges);
        foreignTokens = Map.copyOf(foreignTokens);
        observed = Map.copyOf(observed);
    }

    /// A history without what its requests did.
    public RunHistory(ThinkingPolicy policy, List<TracedExchange> exchanges, Map<String, String> foreignTokens) {
        this(policy, exchanges, foreignTokens, Map.of());
    }

    /// A run without exchanges.
    public static RunHistory empty(ThinkingPolicy thinkingPolicy) {
        return new RunHistory(thinkingPolicy, List.of(), Map.of());
    }
}
