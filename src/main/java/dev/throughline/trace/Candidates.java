package dev.throughline.trace;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The answers that a message without a mark of its own may be, and which of them it most likely is. Of several the
/// one whose very reasoning it holds, else the one that continues the answer before it (or begins a conversation), else
/// the latest that no other message carries.
final class Candidates {
    /// Of more answers that look the same only the latest are compared.
    private static final int MOST = 64;

    private final List<Message> messages;
    private final HistoryIndex history;
    private final Set<Integer> carried;
    private int runEnd = -1;
    private Optional<String> runHash = Optional.empty();

    /// @param carried numbers of the answers that messages were found to carry, as they are found
    Candidates(List<Message> messages, HistoryIndex history, Set<Integer> carried) {
        this.messages = messages;
        this.history = history;
        this.carried = carried;
    }

    Optional<TracedExchange> pick(int index, Optional<TracedExchange> before) {
        Message message = messages.get(index);
        boolean isBehindAnswer = index > 0 && isAnswer(index - 1);
        return likeliest(message, history.byCalls(message), before, isBehindAnswer)
                .or(() -> Shown.hashes(message).stream()
                        .flatMap(hash -> likeliest(message, same(hash, before), before, isBehindAnswer).stream())
                        .findFirst())
                .or(() -> byRun(index, before))
                .or(() -> byThought(message, before));
    }

    /// Behind a matched answer stands the one answer that continued it, if there is just one.
    Optional<TracedExchange> byPosition(Optional<TracedExchange> before) {
        List<TracedExchange> next = children(before).stream()
                .filter(exchange -> exchange.outcome() == ExchangeOutcome.COMPLETED)
                .filter(exchange -> !carried.contains(exchange.number()))
                .toList();
        return next.size() == 1 ? Optional.of(next.getFirst()) : Optional.empty();
    }

    private boolean isAnswer(int index) {
        return messages.get(index).role() == Role.ASSISTANT;
    }

    private List<TracedExchange> children(Optional<TracedExchange> before) {
        return before.map(exchange -> history.children(exchange.number())).orElse(List.of());
    }

    private List<TracedExchange> same(String hash, Optional<TracedExchange> before) {
        List<TracedExchange> all = history.content(hash);
        if (all.size() <= MOST) {
            return all;
        }
        List<TracedExchange> next = before.isEmpty()
                ? all.stream().filter(Candidates::isStart).toList()
                : children(before).stream()
                        .filter(exchange -> exchange.contentHash().equals(Optional.of(hash)))
                        .toList();
        List<TracedExchange> likely = next.isEmpty() ? all : next;
        return likely.subList(Math.max(0, likely.size() - MOST), likely.size());
    }

    private Optional<TracedExchange> likeliest(
            Message message, List<TracedExchange> answers, Optional<TracedExchange> before, boolean isBehindAnswer) {
        List<TracedExchange> free = preferring(answers, answer -> holdsThoughtOf(message, answer)).stream()
                .filter(answer -> !carried.contains(answer.number()))
                .toList();
        if (free.isEmpty()) {
            return before.filter(answer -> isBehindAnswer && answers.contains(answer));
        }
        int number = before.map(TracedExchange::number).orElse(0);
        return Optional.of(preferring(free, answer -> answer.link().parent().orElse(0) == number)
                .getLast());
    }

    private static boolean isStart(TracedExchange answer) {
        return answer.link().parent().isEmpty();
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

    /// Adjacent messages that together show one answer; all of them are found with the first.
    private Optional<TracedExchange> byRun(int index, Optional<TracedExchange> before) {
        if (index >= runEnd) {
            int end = index + 1;
            while (end < messages.size() && isAnswer(end)) {
                end++;
            }
            runEnd = end;
            runHash = end - index < 2 ? Optional.empty() : SplitAnswers.hash(messages.subList(index, end));
        }
        List<TracedExchange> whole = runHash.map(history::content).orElse(List.of());
        return whole.stream()
                .filter(answer ->
                        before.isPresent() && answer.number() == before.get().number())
                .findFirst()
                .or(() -> likeliest(messages.get(index), whole, before, false));
    }

    private Optional<TracedExchange> byThought(Message message, Optional<TracedExchange> before) {
        for (Part part : message.parts()) {
            if (part instanceof Part.Reasoning reasoning) {
                List<TracedExchange> same = history.thought(reasoning.text());
                List<TracedExchange> latest = same.subList(Math.max(0, same.size() - MOST), same.size());
                Optional<TracedExchange> found = likeliest(message, latest, before, true);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }
}
