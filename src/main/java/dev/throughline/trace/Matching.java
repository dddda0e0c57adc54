package dev.throughline.trace;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which exchange produced which assistant message: by trace token, by call id, by content, by position behind a
/// matched
/// message; and which exchanges a request names by id instead.
final class Matching {
    private final HistoryIndex history;
    private final Map<TracedExchange, SortedSet<Integer>> carried = new LinkedHashMap<>();
    private final Map<TracedExchange, Set<Integer>> referencedBlocks = new HashMap<>();
    private final Set<TracedExchange> referenced = new HashSet<>();

    private Matching(HistoryIndex history) {
        this.history = history;
    }

    static Matching of(Reading reading, HistoryIndex history) {
        var matching = new Matching(history);
        reading.request()
                .previousResponse()
                .flatMap(AnswerIds::parse)
                .flatMap(id -> history.answerKey(id.key()))
                .ifPresent(answer -> matching.referenced.addAll(history.chain(answer)));
        Optional<TracedExchange> before = Optional.empty();
        List<Message> messages = reading.request().messages();
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).role() == Role.ASSISTANT) {
                before = matching.match(i, messages.get(i), reading, before);
            }
        }
        return matching;
    }

    /// The exchanges whose answers the request carries, in the order in which it does, with the messages.
    Map<TracedExchange, SortedSet<Integer>> carried() {
        return carried;
    }

    /// Whether the request names the whole answer by its id.
    boolean isReferenced(TracedExchange exchange) {
        return referenced.contains(exchange);
    }

    /// Whether the request names this block of the answer by its id.
    boolean isReferenced(TracedExchange exchange, int block) {
        return isReferenced(exchange)
                || referencedBlocks.getOrDefault(exchange, Set.of()).contains(block);
    }

    /// The answer that the request continues: the last one that it carries or names.
    Optional<TracedExchange> last() {
        Optional<TracedExchange> named =
                referenced.stream().max((some, other) -> Integer.compare(some.number(), other.number()));
        return carried.entrySet().stream()
                .max((some, other) ->
                        Integer.compare(some.getValue().last(), other.getValue().last()))
                .<TracedExchange>map(Map.Entry::getKey)
                .or(() -> named);
    }

    private Optional<TracedExchange> match(
            int index, Message message, Reading reading, Optional<TracedExchange> before) {
        Set<TracedExchange> found = new HashSet<>();
        for (Reading.Spot spot : reading.of(List.of(index))) {
            byPart(spot.part(), found);
        }
        if (found.isEmpty()) {
            byContent(message, before).ifPresent(found::add);
        }
        if (found.isEmpty()) {
            byPosition(before).ifPresent(found::add);
        }
        found.forEach(exchange ->
                carried.computeIfAbsent(exchange, any -> new TreeSet<>()).add(index));
        return found.stream()
                .max((some, other) -> Integer.compare(some.number(), other.number()))
                .or(() -> before);
    }

    private void byPart(Part part, Set<TracedExchange> found) {
        switch (part) {
            case Part.Reference(String _, String id) -> AnswerIds.parse(id).ifPresent(name -> named(name, found));
            case Part.ToolCall(String _, String id, String _, String arguments) -> {
                found.addAll(history.callId(id));
                byToken(arguments, found);
            }
            case Part.RedactedReasoning(String _, String data) ->
                history.token(data).ifPresent(found::add);
            case Part.Reasoning(String _, String _, String text, Optional<String> _) -> byToken(text, found);
            case Part.Text(String _, String text) -> byToken(text, found);
            case Part.ToolResult _, Part.Image _, Part.Other _ -> {}
        }
    }

    private void byToken(String text, Set<TracedExchange> found) {
        TraceToken.textsIn(text).forEach(token -> history.token(token).ifPresent(found::add));
    }

    private void named(AnswerIds name, Set<TracedExchange> found) {
        history.answerKey(name.key()).ifPresent(exchange -> {
            found.add(exchange);
            name.block()
                    .ifPresent(block -> referencedBlocks
                            .computeIfAbsent(exchange, any -> new HashSet<>())
                            .add(block));
        });
    }

    private Optional<TracedExchange> byContent(Message message, Optional<TracedExchange> before) {
        List<TracedExchange> same =
                ContentHash.of(message).map(history::content).orElse(List.of());
        return same.stream()
                .filter(exchange -> before.isPresent()
                        && exchange.link().parent().orElse(0) == before.get().number())
                .findFirst()
                .or(() -> same.stream()
                        .filter(exchange -> !carried.containsKey(exchange))
                        .findFirst());
    }

    /// Behind a matched answer stands the one answer that continued it, if there is just one.
    private Optional<TracedExchange> byPosition(Optional<TracedExchange> before) {
        List<TracedExchange> next =
                before.map(exchange -> history.children(exchange.number())).orElse(List.of()).stream()
                        .filter(exchange -> exchange.outcome() == ExchangeOutcome.COMPLETED)
                        .filter(exchange -> !carried.containsKey(exchange))
                        .toList();
        return next.size() == 1 ? Optional.of(next.getFirst()) : Optional.empty();
    }
}
