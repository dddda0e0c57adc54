package dev.throughline.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The exchanges of a run by everything that a request may carry of them.
final class HistoryIndex {
    private final Map<Integer, TracedExchange> byNumber = new HashMap<>();
    private final Map<String, TracedExchange> byToken = new HashMap<>();
    private final Map<String, TracedExchange> byCallId = new HashMap<>();
    private final Map<String, List<TracedExchange>> byContent = new HashMap<>();
    private final Map<String, TracedExchange> byAnswerKey = new HashMap<>();
    private final Map<Integer, List<TracedExchange>> byParent = new HashMap<>();
    private final Map<String, List<TracedExchange>> byBody = new HashMap<>();

    HistoryIndex(RunHistory history) {
        for (TracedExchange exchange : history.exchanges()) {
            byNumber.put(exchange.number(), exchange);
            byAnswerKey.put(exchange.answerKey(), exchange);
            exchange.contentHash().ifPresent(hash -> list(byContent, hash).add(exchange));
            exchange.link().parent().ifPresent(parent -> list(byParent, parent).add(exchange));
            list(byBody, exchange.facts().bodyHash()).add(exchange);
            for (PlantedItem item : exchange.items()) {
                if (item.category() == Category.TOOL_ID) {
                    byCallId.put(item.value(), exchange);
                } else {
                    byToken.put(item.token().isEmpty() ? item.value() : item.token(), exchange);
                }
            }
        }
    }

    Optional<TracedExchange> number(int number) {
        return Optional.ofNullable(byNumber.get(number));
    }

    Optional<TracedExchange> token(String token) {
        return Optional.ofNullable(byToken.get(token));
    }

    Optional<TracedExchange> callId(String id) {
        return Optional.ofNullable(byCallId.get(id));
    }

    Optional<TracedExchange> answerKey(String key) {
        return Optional.ofNullable(byAnswerKey.get(key));
    }

    List<TracedExchange> content(String hash) {
        return byContent.getOrDefault(hash, List.of());
    }

    List<TracedExchange> children(int parent) {
        return byParent.getOrDefault(parent, List.of());
    }

    /// Earlier exchanges whose request had the same body, latest last.
    List<TracedExchange> body(String hash) {
        return byBody.getOrDefault(hash, List.of());
    }

    /// An exchange and all that it continues, latest first.
    Set<TracedExchange> chain(TracedExchange last) {
        Set<TracedExchange> chain = new LinkedHashSet<>();
        Optional<TracedExchange> next = Optional.of(last);
        while (next.isPresent() && chain.add(next.get())) {
            var parent = next.get().link().parent();
            next = parent.isPresent() ? number(parent.getAsInt()) : Optional.empty();
        }
        return chain;
    }

    private static <K> List<TracedExchange> list(Map<K, List<TracedExchange>> index, K key) {
        return index.computeIfAbsent(key, any -> new ArrayList<>(1));
    }
}
