package dev.throughline.trace.repair;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Role;
import dev.throughline.trace.ContentHash;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.match.HistoryIndex;
import dev.throughline.trace.match.SplitAnswerDetector;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Determines with certainty which answers the assistant messages of a request carry: by the ids of their
/// calls, otherwise by their visible content. Of several answers with the same content, it selects the one
/// that fits the conversation; none if reasoning would have to be guessed.
final class CertainAnswerFinder {
    /// Above this many answers with the same content, only those that continue a known one are considered.
    private static final int MOST = 64;

    private final List<Message> messages;
    private final HistoryIndex history;
    private final TreeMap<Integer, AnswerMatch> found = new TreeMap<>();
    private final TreeMap<Integer, Candidates> open = new TreeMap<>();
    private final TreeSet<Integer> answers = new TreeSet<>();
    /// For lists of more than `MOST` answers: whether all have the same reasoning.
    private final Map<List<TracedExchange>, Boolean> uniform = new IdentityHashMap<>();

    /// An answer and how it was found.
    /// @param twins all possible answers, which have the same reasoning
    record AnswerMatch(List<TracedExchange> twins, Repair.By by) {
        TracedExchange answer() {
            return twins.getFirst();
        }
    }

    /// @param isCrowded whether there are too many answers to list
    private record Candidates(List<TracedExchange> answers, boolean isCrowded, Repair.By by) {}

    private CertainAnswerFinder(Conversation request, HistoryIndex history) {
        this.messages = request.messages();
        this.history = history;
    }

    /// The answers by the index of the messages that carry them; adjacent messages of one split answer map
    /// to the same object.
    static Map<Integer, AnswerMatch> in(Conversation request, HistoryIndex history) {
        var known = new CertainAnswerFinder(request, history);
        known.find();
        return known.found;
    }

    private void find() {
        for (int i = 0; i < messages.size(); i++) {
            if (isAnswer(i)) {
                answers.add(i);
                Candidates candidates = candidates(messages.get(i));
                boolean isKnown = settle(i, candidates.answers(), candidates.by());
                if (!isKnown && (candidates.isCrowded() || !candidates.answers().isEmpty())) {
                    open.put(i, candidates);
                }
            }
        }
        runs();
        open.forEach(this::byAnswerBefore);
        open.descendingMap().forEach(this::byAnswerAfter);
        dropOverused();
    }

    /// Content that occurs more often than it was answered is not certain.
    private void dropOverused() {
        Map<Integer, Set<AnswerMatch>> uses = new HashMap<>();
        for (AnswerMatch one : found.values()) {
            uses.computeIfAbsent(one.answer().number(), _ -> Collections.newSetFromMap(new IdentityHashMap<>()))
                    .add(one);
        }
        found.values()
                .removeIf(one -> one.by() == Repair.By.CONTENT_HASH
                        && Objects.requireNonNull(uses.get(one.answer().number()))
                                        .size()
                                > one.twins().size());
    }

    private boolean isAnswer(int index) {
        return index >= 0 && index < messages.size() && messages.get(index).role() == Role.ASSISTANT;
    }

    private Candidates candidates(Message message) {
        List<TracedExchange> byCall = history.byCalls(message);
        Optional<String> hash = byCall.size() == 1 ? Optional.empty() : ContentHash.of(message);
        List<TracedExchange> byContent = hash.map(history::content).orElse(List.of());
        if (byCall.isEmpty()) {
            boolean isCrowded = byContent.size() > MOST;
            return new Candidates(
                    isCrowded ? List.of() : usable(byContent, _ -> true), isCrowded, Repair.By.CONTENT_HASH);
        }
        List<TracedExchange> both =
                usable(byCall, answer -> answer.contentHash().equals(hash));
        return new Candidates(both.isEmpty() ? usable(byCall, _ -> true) : both, false, Repair.By.CALL_ID);
    }

    /// An unfinished answer planned by a stub may never have been sent; the items of a real answer were.
    private static List<TracedExchange> usable(List<TracedExchange> answers, Predicate<TracedExchange> which) {
        return answers.stream()
                .filter(answer -> answer.outcome() == ExchangeOutcome.COMPLETED
                        || answer.items().stream().allMatch(PlantedItem::isExact))
                .filter(which)
                .toList();
    }

    /// Selects the answer if there is only one, or if all have the same reasoning.
    private boolean settle(int index, List<TracedExchange> answers, Repair.By by) {
        if (answers.isEmpty()) {
            return false;
        }
        boolean isKnown = answers.size() > MOST
                ? uniform.computeIfAbsent(answers, CertainAnswerFinder::areSame)
                : areSame(answers);
        if (!isKnown) {
            return false;
        }
        found.put(index, new AnswerMatch(answers, by));
        return true;
    }

    private static boolean areSame(List<TracedExchange> answers) {
        TracedExchange first = answers.getFirst();
        return answers.stream().skip(1).allMatch(answer -> isSame(answer, first));
    }

    private static boolean isSame(TracedExchange some, TracedExchange other) {
        return thoughts(some).equals(thoughts(other)) && some.details().equals(other.details());
    }

    private static List<ReasoningBlock> thoughts(TracedExchange answer) {
        return ReasoningBlock.issued(answer, answer.facts().dialect());
    }

    /// Adjacent assistant messages may be one answer that a client split.
    private void runs() {
        for (int i = 0; i < messages.size(); i++) {
            int end = i;
            while (isAnswer(end)) {
                end++;
            }
            if (end - i > 1) {
                run(i, end);
            }
            i = Math.max(i, end);
        }
    }

    private void run(int start, int end) {
        Optional<AnswerMatch> whole = Optional.empty();
        Set<String> texts = Set.of();
        for (int i = end - 2; i >= start; i--) {
            AnswerMatch next = found.get(i + 1);
            if (next != null && !found.containsKey(i)) {
                texts = whole.filter(same -> same == next).isPresent()
                        ? texts
                        : SplitAnswerDetector.texts(next.answer());
                whole = Optional.of(next);
            }
            if (next != null && !found.containsKey(i) && SplitAnswerDetector.isPiece(messages.get(i), texts)) {
                found.put(i, next);
                open.remove(i);
            }
        }
        boolean isAnyFound = !found.subMap(start, end).isEmpty();
        Optional<String> hash = isAnyFound ? Optional.empty() : SplitAnswerDetector.hash(messages.subList(start, end));
        List<TracedExchange> alike = hash.map(history::content).orElse(List.of());
        List<TracedExchange> usable = alike.size() > MOST ? List.of() : usable(alike, _ -> true);
        if (settle(start, usable, Repair.By.CONTENT_HASH)) {
            for (int i = start; i < end; i++) {
                found.put(i, found.get(start));
                open.remove(i);
            }
        }
    }

    /// The answers that continue the previous one, otherwise those after it.
    private void byAnswerBefore(int index, Candidates candidates) {
        Integer before = answers.lower(index);
        if (before == null) {
            settle(index, starts(index, candidates), candidates.by());
            return;
        }
        AnswerMatch earlier = found.get(before);
        if (earlier == null) {
            return;
        }
        List<TracedExchange> children = candidates.isCrowded()
                ? continuing(earlier, index)
                : fitting(candidates, answer -> isContinuing(earlier, answer));
        int number = earlier.answer().number();
        settle(
                index,
                children.isEmpty() ? fitting(candidates, answer -> answer.number() > number) : children,
                candidates.by());
    }

    /// The answers that continue an earlier one and have a message's content; none if they cannot be
    /// distinguished in bounded time.
    private List<TracedExchange> continuing(AnswerMatch earlier, int index) {
        Optional<String> hash = ContentHash.of(messages.get(index));
        if (hash.isEmpty() || earlier.twins().size() > MOST) {
            return List.of();
        }
        List<List<TracedExchange>> groups = earlier.twins().stream()
                .map(twin -> history.siblings(twin.number(), hash.get()))
                .filter(group -> !group.isEmpty())
                .toList();
        if (groups.size() == 1) {
            return groups.getFirst();
        }
        List<TracedExchange> all =
                groups.stream().flatMap(List::stream).limit(MOST + 1L).toList();
        return all.size() > MOST ? List.of() : all;
    }

    /// Very many twins continue one answer and have the same content, see `continuing` and `starts`.
    private boolean isContinuing(AnswerMatch earlier, TracedExchange answer) {
        int parent = answer.link().parent().orElse(0);
        if (earlier.twins().size() <= MOST) {
            return earlier.twins().stream().anyMatch(twin -> twin.number() == parent);
        }
        TracedExchange twin = earlier.answer();
        return history.number(parent)
                .filter(before -> before.link().parent().equals(twin.link().parent())
                        && before.contentHash().equals(twin.contentHash()))
                .isPresent();
    }

    private List<TracedExchange> starts(int index, Candidates candidates) {
        Predicate<TracedExchange> isStart = answer -> answer.link().parent().isEmpty();
        return candidates.isCrowded()
                ? usable(
                        ContentHash.of(messages.get(index))
                                .map(hash -> history.siblings(0, hash))
                                .orElse(List.of()),
                        _ -> true)
                : fitting(candidates, isStart);
    }

    private void byAnswerAfter(int index, Candidates candidates) {
        Integer after = answers.higher(index);
        if (!found.containsKey(index) && after != null && found.containsKey(after)) {
            List<TracedExchange> twins = found.get(after).twins();
            // Very many twins continue one and the same answer.
            List<Integer> parents = twins.stream()
                    .limit(twins.size() > MOST ? 1 : MOST)
                    .map(twin -> twin.link().parent().orElse(0))
                    .toList();
            settle(index, fitting(candidates, answer -> parents.contains(answer.number())), candidates.by());
        }
    }

    private static List<TracedExchange> fitting(Candidates candidates, Predicate<TracedExchange> which) {
        return candidates.answers().stream().filter(which).toList();
    }
}
