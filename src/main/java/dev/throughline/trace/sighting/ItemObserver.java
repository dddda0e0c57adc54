package dev.throughline.trace.sighting;

import dev.throughline.trace.Category;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.Observation;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.match.AnswerMatcher;
import dev.throughline.trace.match.HistoryIndex;
import dev.throughline.trace.match.RequestIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Observes every expected item of the answers that a request should carry.
public final class ItemObserver {
    private final RequestIndex requestIndex;
    private final AnswerMatcher answerMatcher;
    private final ConversationLink conversationLink;
    private final ExpectationRules expectationRules;
    private final List<Observation> observations = new ArrayList<>();
    private final Map<SortedSet<Integer>, PartIndex> indices = new HashMap<>();

    public ItemObserver(
            RequestIndex requestIndex,
            AnswerMatcher answerMatcher,
            ConversationLink conversationLink,
            ExpectationRules expectationRules) {
        this.requestIndex = requestIndex;
        this.answerMatcher = answerMatcher;
        this.conversationLink = conversationLink;
        this.expectationRules = expectationRules;
    }

    public List<Observation> observe(HistoryIndex history) {
        Set<TracedExchange> expected = new TreeSet<>(Comparator.comparingInt(TracedExchange::number));
        answerMatcher.carried().forEach(carried -> expected.add(carried.exchange()));
        if (conversationLink.parent().isPresent()) {
            history.number(conversationLink.parent().getAsInt())
                    .ifPresent(last -> expected.addAll(history.chain(last)));
        }
        Set<Integer> displaced = displaced();
        expected.forEach(exchange -> exchange(exchange, displaced.contains(exchange.number())));
        return observations;
    }

    private void exchange(TracedExchange exchange, boolean isDisplaced) {
        SortedSet<Integer> messages = answerMatcher.messages(exchange);
        if (messages.isEmpty() && !answerMatcher.isReferenced(exchange)) {
            exchange.items().forEach(item -> add(exchange, item, SightingFactory.absentTurn()));
            return;
        }
        PartIndex parts = parts(messages);
        exchange.items().forEach(item -> requestIndex.budget().grow(item.value().length()));
        var looking = new Looking(
                new ReasoningFinder(requestIndex, exchange.items(), parts),
                new ContentFinder(requestIndex, parts),
                new ToolCallMatcher(requestIndex, exchange.items(), parts));
        List<LocatedSighting> seen = new ArrayList<>();
        for (PlantedItem item : exchange.items()) {
            seen.add(look(exchange, item, looking));
        }
        List<LocatedSighting> ordered =
                isDisplaced ? seen.stream().map(LocatedSighting::outOfOrder).toList() : BlockOrder.check(seen);
        String message = message(ordered, parts);
        ordered.forEach(one -> add(exchange, one.item(), one.in(message)));
    }

    /// The pointer of the message that carries what came back of an answer.
    private static String message(List<LocatedSighting> seen, PartIndex parts) {
        return seen.stream()
                .filter(one -> one.sighting().place() == Place.OWN && one.item().category() != Category.TOOL_OUT)
                .flatMap(one -> one.spot().stream())
                .findFirst()
                .or(() -> parts.parts().stream().findFirst())
                .map(spot -> RequestIndex.item(spot.part().path()))
                .orElse("");
    }

    /// The finders for the items of one answer, and the messages to search.
    private record Looking(ReasoningFinder thoughts, ContentFinder texts, ToolCallMatcher calls) {}

    /// The same messages carry several answers in a dialect without boundaries between them.
    private PartIndex parts(SortedSet<Integer> messages) {
        return indices.computeIfAbsent(messages, these -> {
            List<RequestIndex.Spot> parts = requestIndex.of(these);
            return new PartIndex(requestIndex.budget().take(parts.size()) ? parts : List.of());
        });
    }

    private LocatedSighting look(TracedExchange exchange, PlantedItem item, Looking looking) {
        if (item.category() == Category.TOOL_OUT) {
            LocatedSighting output = looking.calls().output(item);
            boolean isStored = output.spot().isEmpty() && answerMatcher.isReferenced(exchange) && !isParent(exchange);
            return isStored ? LocatedSighting.nothing(item, SightingFactory.reference()) : output;
        }
        if (answerMatcher.isReferenced(exchange, item.block())) {
            return LocatedSighting.nothing(item, SightingFactory.reference());
        }
        return switch (item.category()) {
            case THINK -> looking.thoughts().look(item);
            case CONTENT -> looking.texts().look(item);
            case TOOL_ID -> looking.calls().id(item);
            case TOOL_IN -> looking.calls().input(item);
            case TOOL_OUT -> LocatedSighting.missing(item);
        };
    }

    private boolean isParent(TracedExchange exchange) {
        return conversationLink.parent().orElse(0) == exchange.number();
    }

    /// The answers that precede one that was given after them.
    private Set<Integer> displaced() {
        Set<Integer> displaced = new HashSet<>();
        List<AnswerMatcher.Carried> latestFirst = answerMatcher.carried().stream()
                .sorted(Comparator.comparingInt((AnswerMatcher.Carried carried) ->
                                carried.exchange().number())
                        .reversed())
                .toList();
        int firstEnd = Integer.MAX_VALUE;
        for (AnswerMatcher.Carried carried : latestFirst) {
            if (firstEnd < carried.messages().first()) {
                displaced.add(carried.exchange().number());
            }
            firstEnd = Math.min(firstEnd, carried.messages().last());
        }
        return displaced;
    }

    private void add(TracedExchange exchange, PlantedItem item, Sighting sighting) {
        Scope scope = exchange.link().turn() == conversationLink.turn() ? Scope.WITHIN_TURN : Scope.ACROSS_TURNS;
        observations.add(new Observation(
                exchange.number(), item.ordinal(), expectationRules.of(item, exchange, scope), scope, sighting));
    }
}
