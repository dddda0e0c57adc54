package dev.throughline.trace.oracle;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.BlockSignature;
import dev.throughline.trace.Category;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The answers that a request carries or names, and the messages that carry them.
final class PlainAnswers {
    private static final Pattern NAME = Pattern.compile("(?:resp|rs|msg|fc)_([a-z0-9]+?)(?:_([0-9]+))?");

    private final PlainRecord record;
    private final List<Message> messages;
    private final Map<Integer, SortedSet<Integer>> carried = new TreeMap<>();
    private final Set<Integer> named = new HashSet<>();
    private final Map<Integer, Set<Integer>> namedBlocks = new TreeMap<>();
    /// The answers that anything marks as a message's.
    private final Set<Integer> markedAnywhere = new HashSet<>();
    private final List<Integer> unsettled = new ArrayList<>();
    private Optional<TracedExchange> before = Optional.empty();
    /// Where adjacent messages begin of which nothing else says whose they are.
    private int apart = -1;

    PlainAnswers(PlainRecord record, Conversation request) {
        this.record = record;
        this.messages = request.messages();
        request.previousResponse()
                .flatMap(this::byName)
                .ifPresent(answer -> record.path(answer).forEach(one -> named.add(one.number())));
        for (int i = 0; i < messages.size(); i++) {
            if (isAnswer(i) && !isSummary(messages.get(i))) {
                marked(messages.get(i)).forEach(answer -> markedAnywhere.add(answer.number()));
            }
        }
        for (int i = 0; i < messages.size(); i++) {
            if (isAnswer(i) && !isSummary(messages.get(i))) {
                find(i);
            }
        }
    }

    private boolean isFree(TracedExchange answer) {
        return !carried.containsKey(answer.number()) && !markedAnywhere.contains(answer.number());
    }

    /// A message of text alone with tokens of several answers, but with nothing that was issued with any of them.
    private boolean isSummary(Message message) {
        Set<String> tokens = PlainTexts.tokens(message.text());
        List<TracedExchange> quoted = record.having(item -> tokens.contains(item.token()));
        return quoted.size() > 1
                && message.parts().stream().allMatch(Part.Text.class::isInstance)
                && quoted.stream()
                        .flatMap(answer -> answer.items().stream())
                        .filter(item -> tokens.contains(item.token()) && item.category() != Category.TOOL_OUT)
                        .noneMatch(item -> message.parts().stream()
                                .map(PlainTexts::of)
                                .anyMatch(text -> text.contains(item.token())
                                        && text.contains(item.value().strip())));
    }

    /// The messages that carry an answer.
    SortedSet<Integer> messages(TracedExchange answer) {
        return carried.getOrDefault(answer.number(), new TreeSet<>());
    }

    Set<Integer> carried() {
        return carried.keySet();
    }

    boolean isNamed(TracedExchange answer) {
        return named.contains(answer.number());
    }

    boolean isNamed(TracedExchange answer, int block) {
        return isNamed(answer)
                || namedBlocks.getOrDefault(answer.number(), Set.of()).contains(block);
    }

    /// The answer that the request continues: of those in its last message with any the latest, else of those that it
    /// names.
    Optional<TracedExchange> last() {
        return carried.entrySet().stream()
                .max(Comparator.comparing((Map.Entry<Integer, SortedSet<Integer>> one) ->
                                one.getValue().last())
                        .thenComparing(Map.Entry::getKey))
                .map(Map.Entry::getKey)
                .or(() -> named.stream().max(Comparator.naturalOrder()))
                .flatMap(record::number);
    }

    private boolean isAnswer(int index) {
        return index < messages.size() && messages.get(index).role() == Role.ASSISTANT;
    }

    private void find(int index) {
        if (!isAnswer(index - 1)) {
            apart = -1;
        }
        List<TracedExchange> found = marked(messages.get(index));
        if (found.isEmpty()) {
            found = likely(index).stream().toList();
        }
        if (found.isEmpty() && isAnswer(index + 1)) {
            unsettled.add(index);
            return;
        }
        Optional<TracedExchange> whole = found.stream().findFirst();
        unsettled.forEach(piece -> settle(piece, whole));
        unsettled.clear();
        if (found.isEmpty()) {
            settle(index, Optional.empty());
        }
        found.forEach(answer -> carry(index, answer));
        before = latest(found).or(() -> before);
    }

    private static Optional<TracedExchange> latest(Collection<TracedExchange> answers) {
        return answers.stream().max(Comparator.comparingInt(TracedExchange::number));
    }

    private void carry(int index, TracedExchange answer) {
        carried.computeIfAbsent(answer.number(), _ -> new TreeSet<>()).add(index);
    }

    /// A message that nothing identifies is a piece of the answer in the message behind it, or the one answer that
    /// continued what is before it.
    private void settle(int index, Optional<TracedExchange> behind) {
        if (behind.isPresent() && isPiece(messages.get(index), behind.get())) {
            carry(index, behind.get());
            return;
        }
        Optional<TracedExchange> next = before.flatMap(this::onlyOneBehind);
        next.ifPresent(answer -> carry(index, answer));
        before = next.or(() -> before);
    }

    private static boolean isPiece(Message message, TracedExchange answer) {
        String text = message.text().strip();
        boolean isText = answer.items().stream()
                .anyMatch(item -> item.category() == Category.CONTENT
                        && item.value().strip().equals(text));
        return (text.isEmpty() || isText) && message.parts().stream().noneMatch(Part.ToolCall.class::isInstance);
    }

    private Optional<TracedExchange> onlyOneBehind(TracedExchange answer) {
        List<TracedExchange> next = record.exchanges().stream()
                .filter(one -> one.link().parent().orElse(0) == answer.number())
                .filter(one -> one.outcome() == ExchangeOutcome.COMPLETED && isFree(one))
                .toList();
        return next.size() == 1 ? Optional.of(next.getFirst()) : Optional.empty();
    }

    /// The answers that a message's parts identify by what only one answer can have.
    private List<TracedExchange> marked(Message message) {
        Map<Integer, TracedExchange> found = new TreeMap<>();
        for (Part part : message.parts()) {
            List<TracedExchange> these = new ArrayList<>();
            BlockSignature.in(part).flatMap(this::signed).ifPresent(these::add);
            if (part instanceof Part.Reference(String _, String id)) {
                byName(id).ifPresent(answer -> {
                    these.add(answer);
                    nameBlock(answer, id);
                });
            }
            if (part instanceof Part.ToolCall call && record.calling(call.id()).size() == 1) {
                these.addAll(record.calling(call.id()));
            }
            Set<String> tokens = PlainTexts.tokens(PlainTexts.of(part));
            these.addAll(record.having(item -> tokens.contains(item.token())));
            if (part instanceof Part.RedactedReasoning(String _, String data)) {
                List<TracedExchange> same = record.having(item ->
                        item.field().equals(PlainFields.OPAQUE) && item.value().equals(data));
                these.addAll(same.size() == 1 ? same : List.of());
            }
            these.forEach(answer -> found.put(answer.number(), answer));
        }
        return List.copyOf(found.values());
    }

    private Optional<TracedExchange> signed(String proof) {
        return BlockSignature.parse(proof)
                .flatMap(parsed -> record.key(parsed.answerKey()))
                .filter(answer -> answer.items().stream()
                        .anyMatch(item -> item.signature().equals(Optional.of(proof))));
    }

    private Optional<TracedExchange> byName(String id) {
        Matcher matcher = NAME.matcher(id);
        return matcher.matches() ? record.key(matcher.group(1)) : Optional.empty();
    }

    private void nameBlock(TracedExchange answer, String id) {
        Matcher matcher = NAME.matcher(id);
        if (matcher.matches() && matcher.group(2) != null) {
            namedBlocks.computeIfAbsent(answer.number(), _ -> new HashSet<>()).add(Integer.valueOf(matcher.group(2)));
        }
    }

    /// The likeliest answer of a message that nothing identifies: by its calls, its content, that of the adjacent
    /// messages, its reasoning.
    private Optional<TracedExchange> likely(int index) {
        Message message = messages.get(index);
        Optional<TracedExchange> found = likeliest(index, byCalls(message), isAnswer(index - 1));
        for (String content : PlainTexts.contents(message)) {
            found = found.or(() -> likeliest(index, plausible(message, byContent(content)), isAnswer(index - 1)));
        }
        return found.or(() -> byAdjacent(index)).or(() -> byReasoning(index));
    }

    /// Answers that may have made all calls of a message that any answer made.
    private List<TracedExchange> byCalls(Message message) {
        List<String> known = message.parts().stream()
                .filter(Part.ToolCall.class::isInstance)
                .map(part -> ((Part.ToolCall) part).id())
                .filter(id -> !record.calling(id).isEmpty())
                .toList();
        return known.isEmpty()
                ? List.of()
                : record.answers(answer ->
                        known.stream().allMatch(id -> record.calling(id).contains(answer)));
    }

    private List<TracedExchange> byContent(String content) {
        return record.answers(answer -> answer.contentHash().equals(Optional.of(content)));
    }

    /// What calls of unknown ids may repeat: answers of the conversation, its first where none of it is known yet, and
    /// any whose reasoning is there.
    private List<TracedExchange> plausible(Message message, List<TracedExchange> answers) {
        boolean hasCalls = message.parts().stream().anyMatch(Part.ToolCall.class::isInstance);
        return answers.stream()
                .filter(answer -> !hasCalls
                        || hasReasoningOf(message, answer)
                        || (before.isEmpty()
                                ? answer.link().parent().isEmpty()
                                : answer.link().conversation()
                                        == before.get().link().conversation()))
                .toList();
    }

    private Optional<TracedExchange> byAdjacent(int index) {
        apart = apart < 0 ? index : apart;
        int end = index;
        while (isAnswer(end)) {
            end++;
        }
        List<Part> parts = new ArrayList<>();
        messages.subList(apart, end).forEach(message -> parts.addAll(message.parts()));
        Optional<String> content = end - apart < 2 ? Optional.empty() : PlainTexts.content(parts);
        return content.flatMap(same -> {
            List<TracedExchange> answers = byContent(same);
            return before.filter(answers::contains).or(() -> likeliest(index, answers, false));
        });
    }

    private Optional<TracedExchange> byReasoning(int index) {
        for (Part part : messages.get(index).parts()) {
            if (part instanceof Part.Reasoning reasoning && !reasoning.text().isBlank()) {
                List<TracedExchange> same = record.having(item -> item.category() == Category.THINK
                        && item.token().isEmpty()
                        && !item.field().equals(PlainFields.OPAQUE)
                        && item.value().equals(reasoning.text()));
                Optional<TracedExchange> found = likeliest(index, same, true);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    /// Of several answers those whose reasoning the message has, without those of another message; of these
    /// those that continue the answer before, and of these the latest. A message behind another one of the answer
    /// repeats it.
    private Optional<TracedExchange> likeliest(int index, List<TracedExchange> answers, boolean mayRepeat) {
        List<TracedExchange> free = preferring(answers, answer -> hasReasoningOf(messages.get(index), answer)).stream()
                .filter(this::isFree)
                .toList();
        return free.isEmpty()
                ? before.filter(answer -> mayRepeat && answers.contains(answer))
                : latest(preferring(
                        free,
                        answer -> answer.link().parent().orElse(0)
                                == before.map(TracedExchange::number).orElse(0)));
    }

    private static List<TracedExchange> preferring(List<TracedExchange> answers, Predicate<TracedExchange> which) {
        List<TracedExchange> preferred = answers.stream().filter(which).toList();
        return preferred.isEmpty() ? answers : preferred;
    }

    private static boolean hasReasoningOf(Message message, TracedExchange answer) {
        return answer.items().stream()
                .filter(item -> item.category() == Category.THINK)
                .anyMatch(item -> message.parts().stream()
                        .anyMatch(part -> part instanceof Part.Reasoning reasoning
                                && reasoning.text().equals(item.value())));
    }
}
