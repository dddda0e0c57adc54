package dev.throughline.trace;

import dev.throughline.trace.history.Continuation;
import dev.throughline.trace.history.HistoryLookupKeys;
import dev.throughline.trace.history.MessageChain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// A run's record in memory, which is asked as the database is.
public final class RecordedTraffic {
    private final ThinkingPolicy policy;
    private final List<TracedExchange> exchanges = new ArrayList<>();
    private final Map<Integer, SettledHistory> settled = new HashMap<>();
    private final Set<Integer> repeated = new HashSet<>();
    private final Map<Integer, ObservationDigests> digests = new HashMap<>();

    public RecordedTraffic(ThinkingPolicy policy) {
        this.policy = policy;
    }

    public int size() {
        return exchanges.size();
    }

    public RunHistory history() {
        return new RunHistory(policy, exchanges, Map.of(), digests);
    }

    public void add(TracedExchange exchange, TraceResult traced) {
        exchanges.add(exchange);
        markTwins(exchange);
        traced.settled().ifPresent(history -> settled.put(exchange.number(), history));
        Map<ItemPosition, Long> byItem = new HashMap<>();
        traced.changes().made().forEach(one -> byItem.put(one.item(), ObservationDigests.of(one)));
        traced.changes().ended().forEach(item -> byItem.put(item, ObservationDigests.ENDED));
        digests.put(exchange.number(), new ObservationDigests(traced.changes().isWhole(), byItem));
    }

    /// The answer of an exchange that was still open.
    void end(TracedExchange exchange) {
        exchanges.replaceAll(one -> one.number() == exchange.number() ? exchange : one);
        markTwins(exchange);
    }

    /// As recorded by a service that knows nothing of settled histories and of changes.
    void forget(int number) {
        settled.remove(number);
        digests.remove(number);
    }

    private void markTwins(TracedExchange exchange) {
        exchanges.stream()
                .filter(other -> other.number() != exchange.number() && isTwin(other, exchange))
                .forEach(other -> repeated.add(other.link().conversation()));
    }

    /// What is found of a request as the continuation of another one.
    public Optional<TraceResult> continued(GeneratedTraffic.Sent sent) {
        return HistoryLookupKeys.continuing(
                        sent.request(), MessageChain.of(sent.request()), sent.bodyHash(), Map.of(), 0)
                .continuation()
                .flatMap(continuation -> continued(continuation, continuation.keys()));
    }

    private Optional<TraceResult> continued(Continuation continuation, LookupKeys keys) {
        List<TracedExchange> named =
                exchanges.stream().filter(exchange -> isNamed(exchange, keys)).toList();
        if (named.size() != 1 || !keys.tokens().isEmpty()) {
            return Optional.empty();
        }
        TracedExchange parent = named.getFirst();
        SettledHistory history = settled.get(parent.number());
        boolean isSettled = history != null && history.hash().equals(continuation.before());
        boolean isRepeated = exchanges.stream()
                .anyMatch(exchange -> exchange.facts().bodyHash().equals(keys.bodyHash()));
        if (!isSettled
                || isRepeated
                || parent.outcome() != ExchangeOutcome.COMPLETED
                || repeated.contains(parent.link().conversation())) {
            return Optional.empty();
        }
        Predicate<TracedExchange> isOfTurn = exchange -> continuation.beginsTurn()
                && exchange.link().conversation() == parent.link().conversation()
                && exchange.link().turn() == parent.link().turn()
                && exchange.number() < parent.number();
        List<TracedExchange> found = exchanges.stream()
                .filter(isOfTurn.or(exchange -> exchange.number() == parent.number()))
                .toList();
        return continuation.trace(Objects.requireNonNull(history), new RunHistory(policy, found, Map.of()));
    }

    private static boolean isNamed(TracedExchange exchange, LookupKeys keys) {
        return exchange.items().stream()
                        .anyMatch(item -> keys.callIds().contains(item.token())
                                || item.callId()
                                        .filter(keys.callIds()::contains)
                                        .isPresent())
                || exchange.contentHash().filter(keys.contentHashes()::contains).isPresent()
                || keys.answerKeys().contains(exchange.answerKey());
    }

    /// Whether two answers have the same content or a call id in common.
    private static boolean isTwin(TracedExchange one, TracedExchange other) {
        return one.contentHash().isPresent() && one.contentHash().equals(other.contentHash())
                || callIds(one).stream().anyMatch(callIds(other)::contains);
    }

    private static Set<String> callIds(TracedExchange exchange) {
        return exchange.items().stream()
                .flatMap(item -> item.callId().stream())
                .collect(Collectors.toCollection(HashSet::new));
    }
}
