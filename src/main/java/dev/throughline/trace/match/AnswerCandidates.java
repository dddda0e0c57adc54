package dev.throughline.trace.match;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.Category;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Selects the most likely answer for a message without an identifying mark. Of several candidates it is
/// the one whose exact reasoning the message contains, otherwise the one that continues the previous answer
/// (or begins a conversation), otherwise the latest that no other message carries.
final class AnswerCandidates {
    /// Maximum answers with the same visible content that are compared: the latest ones.
    private static final int MOST = 64;

    private final List<Message> messages;
    private final HistoryIndex history;
    private final Set<Integer> taken;
    /// By parent: its finished answers, without those at both ends that are taken.
    private final Map<Integer, Deque<TracedExchange>> open = new HashMap<>();
    private int runEnd = -1;
    private Optional<String> runHash = Optional.empty();

    /// @param taken numbers of the answers that other messages carry or are marked to, as they are found
    AnswerCandidates(List<Message> messages, HistoryIndex history, Set<Integer> taken) {
        this.messages = messages;
        this.history = history;
        this.taken = taken;
    }

    Optional<TracedExchange> pick(int index, Optional<TracedExchange> before) {
        Message message = messages.get(index);
        boolean isBehindAnswer = index > 0 && isAnswer(index - 1);
        return likeliest(message, history.byCalls(message), before, isBehindAnswer)
                .or(() -> ContentFingerprints.hashes(message).stream()
                        .flatMap(hash ->
                                likeliest(
                                        message, ownCalls(message, same(hash, before), before), before, isBehindAnswer)
                                        .stream())
                        .findFirst())
                .or(() -> byRun(index, before))
                .or(() -> byThought(message, before));
    }

    /// A call that comes back under another id was renamed by its client, or is another model's with the same
    /// arguments: only answers of this conversation count, or of one that begins, unless the thought is there.
    private static List<TracedExchange> ownCalls(
            Message message, List<TracedExchange> answers, Optional<TracedExchange> before) {
        if (message.parts().stream().noneMatch(Part.ToolCall.class::isInstance)) {
            return answers;
        }
        return answers.stream()
                .filter(answer -> before.map(last -> isOneConversation(last, answer))
                                .orElse(answer.link().parent().isEmpty())
                        || holdsThoughtOf(message, answer))
                .toList();
    }

    private static boolean isOneConversation(TracedExchange some, TracedExchange other) {
        return some.link().conversation() == other.link().conversation();
    }

    /// A matched answer is followed by the one answer that continued it, if there is only one.
    Optional<TracedExchange> byPosition(Optional<TracedExchange> before) {
        Deque<TracedExchange> next = before.map(answer -> open(answer.number())).orElseGet(ArrayDeque::new);
        return next.size() == 1 ? Optional.of(next.getFirst()) : Optional.empty();
    }

    /// An answer that is taken remains so: each is dropped once, however often the others are requested.
    private Deque<TracedExchange> open(int parent) {
        Deque<TracedExchange> next = open.computeIfAbsent(
                parent,
                number -> history.children(number).stream()
                        .filter(exchange -> exchange.outcome() == ExchangeOutcome.COMPLETED)
                        .collect(Collectors.toCollection(ArrayDeque::new)));
        while (!next.isEmpty() && taken.contains(next.getFirst().number())) {
            next.removeFirst();
        }
        while (!next.isEmpty() && taken.contains(next.getLast().number())) {
            next.removeLast();
        }
        return next;
    }

    private boolean isAnswer(int index) {
        return messages.get(index).role() == Role.ASSISTANT;
    }

    /// The answers with the same visible content; of very many the latest that continue the previous
    /// answer, otherwise the latest.
    private List<TracedExchange> same(String hash, Optional<TracedExchange> before) {
        List<TracedExchange> all = history.content(hash);
        if (all.size() <= MOST) {
            return all;
        }
        List<TracedExchange> next =
                history.siblings(before.map(TracedExchange::number).orElse(0), hash);
        return latest(next.isEmpty() ? all : next);
    }

    private static List<TracedExchange> latest(List<TracedExchange> answers) {
        return answers.subList(Math.max(0, answers.size() - MOST), answers.size());
    }

    private Optional<TracedExchange> likeliest(
            Message message, List<TracedExchange> answers, Optional<TracedExchange> before, boolean isBehindAnswer) {
        List<TracedExchange> free = preferring(answers, answer -> holdsThoughtOf(message, answer)).stream()
                .filter(answer -> !taken.contains(answer.number()))
                .toList();
        if (free.isEmpty()) {
            return before.filter(answer -> isBehindAnswer && answers.contains(answer));
        }
        int number = before.map(TracedExchange::number).orElse(0);
        return Optional.of(preferring(free, answer -> answer.link().parent().orElse(0) == number)
                .getLast());
    }

    private static List<TracedExchange> preferring(List<TracedExchange> answers, Predicate<TracedExchange> which) {
        List<TracedExchange> preferred =
                answers.size() < 2 ? answers : answers.stream().filter(which).toList();
        return preferred.isEmpty() ? answers : preferred;
    }

    private static boolean holdsThoughtOf(Message message, TracedExchange answer) {
        return message.parts().stream()
                .anyMatch(part -> part instanceof Part.Reasoning reasoning
                        && answer.items().stream()
                                .anyMatch(item -> item.category() == Category.THINK
                                        && item.value().equals(reasoning.text())));
    }

    /// Adjacent messages that together carry one answer; all of them are matched with the first.
    private Optional<TracedExchange> byRun(int index, Optional<TracedExchange> before) {
        if (index >= runEnd) {
            int end = index + 1;
            while (end < messages.size() && isAnswer(end)) {
                end++;
            }
            runEnd = end;
            runHash = end - index < 2 ? Optional.empty() : SplitAnswerDetector.hash(messages.subList(index, end));
        }
        return runHash.flatMap(hash -> before.filter(answer -> history.isContent(hash, answer))
                .or(() -> likeliest(messages.get(index), same(hash, before), before, false)));
    }

    private Optional<TracedExchange> byThought(Message message, Optional<TracedExchange> before) {
        for (Part part : message.parts()) {
            if (part instanceof Part.Reasoning reasoning) {
                List<TracedExchange> same = latest(history.thought(reasoning.text()));
                Optional<TracedExchange> found = likeliest(message, same, before, true);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }
}
