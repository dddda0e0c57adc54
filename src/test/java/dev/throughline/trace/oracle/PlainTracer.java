package dev.throughline.trace.oracle;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Role;
import dev.throughline.trace.Category;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Observation;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.PrefixPart;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Traces one request. Titles are known by `generate a title`, warm-ups by `quota`.
public final class PlainTracer {
    /// What is said of any difference.
    public static final String DIFFERS = "differs";

    private final PlainRecord record;
    private final Conversation request;
    private final PlainAnswers answers;
    private final ConversationLink link;

    private PlainTracer(PlainRecord record, Conversation request) {
        this.record = record;
        this.request = request;
        this.answers = new PlainAnswers(record, request);
        this.link = answers.last()
                .map(this::behind)
                .or(() -> compacted().map(this::nextTurn))
                .orElseGet(ConversationLink::start);
    }

    /// What a request continues and what it did with every item.
    /// @param retryOf number of the latest request with the same body
    /// @param changed what differs from the request that it continues, of what a prefix cache depends on
    /// @param isSettled whether the history needs not be examined again
    public record Found(
            RequestKind kind,
            ConversationLink link,
            OptionalInt retryOf,
            List<Observation> observations,
            Optional<Set<PrefixPart>> changed,
            boolean isSettled) {}

    public static Found trace(PlainRecord record, Conversation request, String bodyHash) {
        OptionalInt retryOf = record.exchanges().stream()
                .filter(exchange -> exchange.facts().bodyHash().equals(bodyHash))
                .mapToInt(TracedExchange::number)
                .max();
        RequestKind kind = kind(request);
        if (kind != RequestKind.MAIN) {
            return new Found(kind, ConversationLink.start(), retryOf, List.of(), Optional.empty(), false);
        }
        var tracer = new PlainTracer(record, request);
        List<Observation> observations = tracer.observations();
        boolean isSettled = new PlainSettled(record, request, tracer.answers).isSettled(observations);
        return new Found(kind, tracer.link, retryOf, observations, tracer.changed(), isSettled);
    }

    private static RequestKind kind(Conversation request) {
        List<String> texts = request.messages().stream()
                .filter(message -> message.role() == Role.USER)
                .map(message -> message.text().strip().toLowerCase(Locale.ROOT))
                .toList();
        String last = texts.isEmpty() ? "" : texts.getLast();
        boolean isFirst = request.messages().stream().noneMatch(message -> message.role() == Role.ASSISTANT);
        if (isFirst && last.equals("quota")) {
            return RequestKind.WARM_UP;
        }
        return request.tools().isEmpty() && last.contains("generate a title") ? RequestKind.TITLE : RequestKind.MAIN;
    }

    private ConversationLink behind(TracedExchange last) {
        return beginsTurn()
                ? nextTurn(last)
                : new ConversationLink(
                        conversation(last),
                        OptionalInt.of(last.number()),
                        last.link().turn(),
                        last.link().step() + 1);
    }

    private ConversationLink nextTurn(TracedExchange last) {
        return new ConversationLink(
                conversation(last), OptionalInt.of(last.number()), last.link().turn() + 1, 1);
    }

    private static int conversation(TracedExchange exchange) {
        int known = exchange.link().conversation();
        return known == 0 ? exchange.number() : known;
    }

    private boolean beginsTurn() {
        List<Message> behind = new ArrayList<>();
        for (Message message : request.messages()) {
            if (message.role() == Role.ASSISTANT || message.role() == Role.TOOL) {
                behind.clear();
            } else {
                behind.add(message);
            }
        }
        return behind.stream().anyMatch(PlainTexts::isOfUser);
    }

    /// A summary holds tokens of the conversation that it replaces; a request with other tools is about it and not of
    /// it.
    private Optional<TracedExchange> compacted() {
        Set<String> tokens = new TreeSet<>();
        request.messages()
                .forEach(message ->
                        message.parts().forEach(part -> tokens.addAll(PlainTexts.tokens(PlainTexts.of(part)))));
        int tools = request.tools().size();
        return record.having(item -> item.category() != Category.TOOL_ID && tokens.contains(item.token())).stream()
                .filter(answer -> tools > 0 && answer.facts().tools() == tools)
                .max(Comparator.comparingInt(TracedExchange::number));
    }

    /// Of all answers that the request carries, and of all before it in its conversation, by their numbers.
    private List<Observation> observations() {
        SortedSet<Integer> expected = new TreeSet<>(answers.carried());
        link.parent().stream()
                .mapToObj(record::number)
                .flatMap(Optional::stream)
                .flatMap(parent -> record.path(parent).stream())
                .forEach(answer -> expected.add(answer.number()));
        List<PlainOrder.Answer> carried = expected.stream()
                .map(number -> sightings(record.number(number).orElseThrow()))
                .toList();
        List<Observation> all = new ArrayList<>();
        new PlainOrder(carried).observed((answer, item, sighting) -> {
            Scope scope = answer.link().turn() == link.turn() ? Scope.WITHIN_TURN : Scope.ACROSS_TURNS;
            all.add(new Observation(answer.number(), item.ordinal(), due(item, answer, scope), scope, sighting));
        });
        return all;
    }

    private PlainOrder.Answer sightings(TracedExchange answer) {
        SortedSet<Integer> messages = answers.messages(answer);
        if (messages.isEmpty() && !answers.isNamed(answer)) {
            List<PlainSightings.Located> absent = answer.items().stream()
                    .map(item -> new PlainSightings.Located(item, PlainSightings.nowhere(false, ""), Optional.empty()))
                    .toList();
            return new PlainOrder.Answer(answer, absent, Optional.empty());
        }
        boolean isOutputStored = answers.isNamed(answer) && link.parent().orElse(0) != answer.number();
        var sightings = new PlainSightings(request, answer, messages);
        return new PlainOrder.Answer(
                answer,
                sightings.all(item -> answers.isNamed(answer, item.block()), isOutputStored),
                sightings.begin());
    }

    private Due due(PlantedItem item, TracedExchange answer, Scope scope) {
        boolean isRegular = answer.outcome() == ExchangeOutcome.COMPLETED || answer.outcome() == ExchangeOutcome.OPEN;
        if (!isRegular) {
            return Due.MAY;
        }
        if (item.category() != Category.THINK) {
            return Due.MUST;
        }
        boolean isSettled = scope == Scope.WITHIN_TURN
                || (request.body().has("clear_thinking")
                        ? !request.body().get("clear_thinking").booleanValue()
                        : record.policy() == ThinkingPolicy.PRESERVED);
        return isSettled && answer.facts().model().equals(request.model()) ? Due.MUST : Due.MAY;
    }

    private Optional<Set<PrefixPart>> changed() {
        return request.previousResponse().isPresent()
                ? Optional.empty()
                : answers.last()
                        .filter(parent -> parent.facts().prefix().isPresent())
                        .map(parent -> record.requests().get(parent.number()))
                        .flatMap(parent -> new PlainPrefix(request).changedSince(new PlainPrefix(parent)));
    }
}
