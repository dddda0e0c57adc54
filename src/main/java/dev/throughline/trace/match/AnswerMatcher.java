package dev.throughline.trace.match;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.BlockSignature;
import dev.throughline.trace.Category;
import dev.throughline.trace.TraceToken;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Determines which exchange produced each assistant message: by trace token, our proof, call id, content,
/// reasoning, or position after a matched message; and which exchanges a request refers to by id instead.
public final class AnswerMatcher {
    private final HistoryIndex history;
    private final RequestIndex requestIndex;
    private final List<Message> messages;
    private final Map<Integer, Carried> carried = new LinkedHashMap<>();
    private final Map<Integer, Set<Integer>> referencedBlocks = new HashMap<>();
    private final Map<Integer, TracedExchange> referenced = new HashMap<>();
    /// By the index of their message: the answers that it belongs to according to its unique marks.
    private final Map<Integer, Collection<TracedExchange>> marked = new HashMap<>();
    /// Numbers of the answers that a message carries, or is marked to.
    private final Set<Integer> taken = new HashSet<>();
    private final AnswerCandidates answerCandidates;
    private final List<Integer> waiting = new ArrayList<>();
    private Optional<TracedExchange> before = Optional.empty();

    /// An exchange with the messages that carry its answer.
    public record Carried(TracedExchange exchange, SortedSet<Integer> messages) {}

    private AnswerMatcher(RequestIndex requestIndex, HistoryIndex history) {
        this.history = history;
        this.requestIndex = requestIndex;
        this.messages = requestIndex.request().messages();
        this.answerCandidates = new AnswerCandidates(messages, history, taken);
    }

    public static AnswerMatcher of(RequestIndex requestIndex, HistoryIndex history) {
        var answerMatcher = new AnswerMatcher(requestIndex, history);
        requestIndex
                .request()
                .previousResponse()
                .flatMap(AnswerId::parse)
                .flatMap(id -> history.answerKey(id.key()))
                .ifPresent(answer -> history.chain(answer)
                        .forEach(exchange -> answerMatcher.referenced.put(exchange.number(), exchange)));
        List<Integer> answers = IntStream.range(0, answerMatcher.messages.size())
                .filter(i -> answerMatcher.isAnswer(i) && !answerMatcher.isSummary(answerMatcher.messages.get(i)))
                .boxed()
                .toList();
        answers.forEach(answerMatcher::mark);
        answers.forEach(answerMatcher::match);
        return answerMatcher;
    }

    /// The exchanges whose answers the request carries, in the order of the request.
    public Collection<Carried> carried() {
        return carried.values();
    }

    /// The messages that carry an answer.
    public SortedSet<Integer> messages(TracedExchange exchange) {
        Carried found = carried.get(exchange.number());
        return found == null ? new TreeSet<>() : found.messages();
    }

    /// Whether the request refers to the whole answer by its id.
    public boolean isReferenced(TracedExchange exchange) {
        return referenced.containsKey(exchange.number());
    }

    /// Whether the request refers to this block of the answer by its id.
    public boolean isReferenced(TracedExchange exchange, int block) {
        return isReferenced(exchange)
                || referencedBlocks.getOrDefault(exchange.number(), Set.of()).contains(block);
    }

    /// The answer that the request continues: the last one that it carries or refers to. Of several in one message it
    /// is the latest.
    public Optional<TracedExchange> last() {
        Optional<TracedExchange> named =
                referenced.values().stream().max((some, other) -> Integer.compare(some.number(), other.number()));
        return carried.values().stream()
                .max(Comparator.comparingInt(
                                (Carried answer) -> answer.messages().last())
                        .thenComparingInt(answer -> answer.exchange().number()))
                .map(Carried::exchange)
                .or(() -> named);
    }

    /// Whether a message summarizes answers rather than being one: nothing but text that quotes items of several and
    /// contains none of them whole.
    private boolean isSummary(Message message) {
        Set<Integer> quoted = new HashSet<>();
        for (Part part : message.parts()) {
            if (!(part instanceof Part.Text(String _, String text))) {
                return false;
            }
            for (String token : TraceToken.textsIn(text)) {
                Optional<TracedExchange> answer = history.token(token);
                if (answer.stream().anyMatch(one -> isWhole(one, token, text))) {
                    return false;
                }
                answer.ifPresent(one -> quoted.add(one.number()));
            }
        }
        return quoted.size() > 1;
    }

    private static boolean isWhole(TracedExchange answer, String token, String text) {
        return answer.items().stream()
                .anyMatch(item -> item.category() != Category.TOOL_OUT
                        && item.token().equals(token)
                        && text.contains(item.value().strip()));
    }

    private boolean isAnswer(int index) {
        return index < messages.size() && messages.get(index).role() == Role.ASSISTANT;
    }

    /// An unrecognized message is retried with the one right after it: a client may have split an answer.
    private void match(int index) {
        Collection<TracedExchange> found = marked.getOrDefault(index, List.of());
        if (found.isEmpty()) {
            found = answerCandidates.pick(index, before).stream().toList();
        }
        if (found.isEmpty() && isAnswer(index + 1)) {
            waiting.add(index);
            return;
        }
        Optional<TracedExchange> whole = found.stream().findFirst();
        Set<String> texts = waiting.isEmpty()
                ? Set.of()
                : whole.map(SplitAnswerDetector::texts).orElse(Set.of());
        waiting.forEach(piece -> settle(piece, whole, texts));
        waiting.clear();
        if (found.isEmpty()) {
            settle(index, Optional.empty(), Set.of());
        }
        found.forEach(exchange -> add(index, exchange));
        before = found.stream()
                .max((some, other) -> Integer.compare(some.number(), other.number()))
                .or(() -> before);
    }

    private void settle(int index, Optional<TracedExchange> whole, Set<String> texts) {
        boolean isPiece = whole.isPresent() && SplitAnswerDetector.isPiece(messages.get(index), texts);
        Optional<TracedExchange> answer = isPiece ? whole : answerCandidates.byPosition(before);
        answer.ifPresent(exchange -> add(index, exchange));
        before = isPiece ? before : answer.or(() -> before);
    }

    private void add(int index, TracedExchange exchange) {
        carried.computeIfAbsent(exchange.number(), _ -> new Carried(exchange, new TreeSet<>()))
                .messages()
                .add(index);
        taken.add(exchange.number());
    }

    private void mark(int index) {
        Map<Integer, TracedExchange> found = new TreeMap<>();
        for (RequestIndex.Spot spot : requestIndex.of(List.of(index))) {
            byPart(spot.part(), found);
        }
        marked.put(index, found.values());
        taken.addAll(found.keySet());
    }

    private void byPart(Part part, Map<Integer, TracedExchange> found) {
        BlockSignature.in(part)
                .flatMap(history::signed)
                .ifPresent(signed -> found.put(signed.exchange().number(), signed.exchange()));
        switch (part) {
            case Part.Reference(String _, String id) -> AnswerId.parse(id).ifPresent(name -> named(name, found));
            case Part.ToolCall(String _, String id, String _, String arguments) -> {
                List<TracedExchange> callers = history.callId(id);
                if (callers.size() == 1) {
                    found.put(callers.getFirst().number(), callers.getFirst());
                }
                byToken(arguments, found);
            }
            case Part.RedactedReasoning(String _, String data) ->
                history.token(data)
                        .or(() -> history.opaque(data))
                        .ifPresent(exchange -> found.put(exchange.number(), exchange));
            case Part.Reasoning(String _, String _, String text, Optional<String> _) -> byToken(text, found);
            case Part.Text(String _, String text) -> byToken(text, found);
            case Part.ToolResult _, Part.Image _, Part.Other _ -> {}
        }
    }

    private void byToken(String text, Map<Integer, TracedExchange> found) {
        TraceToken.textsIn(text)
                .forEach(token -> history.token(token).ifPresent(exchange -> found.put(exchange.number(), exchange)));
    }

    private void named(AnswerId name, Map<Integer, TracedExchange> found) {
        history.answerKey(name.key()).ifPresent(exchange -> {
            found.put(exchange.number(), exchange);
            name.block()
                    .ifPresent(block -> referencedBlocks
                            .computeIfAbsent(exchange.number(), any -> new HashSet<>())
                            .add(block));
        });
    }
}
