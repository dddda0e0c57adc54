package dev.throughline.trace.sighting;

import dev.throughline.trace.Category;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.Observation;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
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
        List<Answer> answers = expected.stream().map(this::answer).toList();
        Set<BlockOrder.Block> misplaced = BlockOrder.misplaced(blocks(answers));
        boolean isAnyPrinted = answers.stream()
                .flatMap(answer -> answer.seen().stream())
                .anyMatch(one -> one.item().category() == Category.TOOL_OUT && one.isPrinted());
        answers.forEach(answer -> add(answer, misplaced, isAnyPrinted));
        return observations;
    }

    /// An answer and what was seen of its items, one after the other.
    /// @param parts the parts of the messages that carry it
    private record Answer(TracedExchange exchange, List<LocatedSighting> seen, PartIndex parts) {}

    private Answer answer(TracedExchange exchange) {
        SortedSet<Integer> messages = answerMatcher.messages(exchange);
        PartIndex parts = parts(messages);
        if (messages.isEmpty() && !answerMatcher.isReferenced(exchange)) {
            List<LocatedSighting> absent = exchange.items().stream()
                    .map(item -> LocatedSighting.nothing(item, SightingFactory.absentTurn()))
                    .toList();
            return new Answer(exchange, absent, parts);
        }
        exchange.items().forEach(item -> requestIndex.budget().grow(item.value().length()));
        var looking = new Looking(
                new ReasoningFinder(requestIndex, exchange.items(), parts),
                new ContentFinder(requestIndex, parts),
                new ToolCallMatcher(requestIndex, exchange.items(), parts));
        List<LocatedSighting> seen = new ArrayList<>();
        for (PlantedItem item : exchange.items()) {
            seen.add(look(exchange, item, looking));
        }
        return new Answer(exchange, seen, parts);
    }

    private static Set<BlockOrder.Block> blocks(List<Answer> answers) {
        Set<BlockOrder.Block> blocks = new HashSet<>();
        answers.forEach(answer -> answer.seen().stream()
                .filter(BlockOrder::counts)
                .forEach(one -> blocks.add(BlockOrder.Block.of(answer.exchange().number(), one))));
        return blocks;
    }

    private void add(Answer answer, Set<BlockOrder.Block> misplaced, boolean isAnyPrinted) {
        TracedExchange exchange = answer.exchange();
        List<LocatedSighting> judged = answer.seen().stream()
                .map(one -> isMisplaced(exchange, one, misplaced) ? one.outOfOrder() : one)
                .map(one -> isAnyPrinted ? one.withoutOutput() : one)
                .toList();
        String message = message(judged, answer.parts());
        judged.forEach(one -> add(exchange, one.item(), one.in(message)));
    }

    private static boolean isMisplaced(TracedExchange exchange, LocatedSighting one, Set<BlockOrder.Block> misplaced) {
        return !misplaced.isEmpty()
                && BlockOrder.counts(one)
                && misplaced.contains(BlockOrder.Block.of(exchange.number(), one));
    }

    /// The pointer of the message that carries what came back of an answer in its place.
    private static String message(List<LocatedSighting> seen, PartIndex parts) {
        return seen.stream()
                .filter(one -> BlockOrder.counts(one) && one.sighting().inOrder())
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

    private void add(TracedExchange exchange, PlantedItem item, Sighting sighting) {
        Scope scope = exchange.link().turn() == conversationLink.turn() ? Scope.WITHIN_TURN : Scope.ACROSS_TURNS;
        observations.add(new Observation(
                exchange.number(), item.ordinal(), expectationRules.of(item, exchange, scope), scope, sighting));
    }
}
