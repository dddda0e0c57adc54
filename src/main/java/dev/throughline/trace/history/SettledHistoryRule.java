package dev.throughline.trace.history;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.BlockSignature;
import dev.throughline.trace.Category;
import dev.throughline.trace.ContentHash;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.ReasoningTurns;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.match.AnswerMatcher;
import dev.throughline.trace.match.RequestIndex;
import dev.throughline.trace.repair.HistoryRepair;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Decides whether the answers in a history are all known by their visible content, so that a later request
/// that repeats the history can do nothing else with them.
///
/// Each assistant message is exactly one completed answer of the conversation, in order, and each call of it is
/// in its own place. What became of its reasoning and of the white space in its texts depends on the message
/// alone. Anything that could be read in more than one way is not settled: trace tokens, references, split
/// answers, opaque reasoning or proofs of ours beside a change.
final class SettledHistoryRule {
    /// With more blocks or reasoning parts than these, what is found of one answer may depend on the work that
    /// was done for others, see `ComparisonBudget`.
    private static final int MOST_BLOCKS = 4;

    private final Conversation request;
    private final List<TracedExchange> answers;
    private final Map<Integer, List<Observation>> observations;
    private boolean isIntact = true;

    private SettledHistoryRule(Conversation request, List<TracedExchange> answers, List<Observation> found) {
        this.request = request;
        this.answers = answers;
        this.observations = found.stream().collect(Collectors.groupingBy(Observation::exchange));
    }

    /// Empty if the history is not settled.
    /// @param requestIndex of the messages in question
    /// @param answers the answers that they must carry, in order
    /// @param found what was found of these answers
    static Optional<SettledHistoryRule> of(
            RequestIndex requestIndex,
            AnswerMatcher answerMatcher,
            List<TracedExchange> answers,
            List<Observation> found) {
        Conversation request = requestIndex.request();
        boolean isClear = request.previousResponse().isEmpty()
                && requestIndex.byToken().isEmpty()
                && areCarried(answerMatcher, answers);
        return isClear
                ? Optional.of(new SettledHistoryRule(request, answers, found)).filter(SettledHistoryRule::isSettled)
                : Optional.empty();
    }

    /// Whether all reasoning is as issued, and the backend expects none in a separate form.
    boolean isIntact() {
        return isIntact;
    }

    /// The fate of these answers' reasoning.
    ReasoningTurns reasoning() {
        return ReasoningTurns.of(
                observations.values().stream().flatMap(List::stream).toList(),
                answers.stream().collect(Collectors.toMap(TracedExchange::number, answer -> answer)));
    }

    private static boolean areCarried(AnswerMatcher answerMatcher, List<TracedExchange> answers) {
        List<AnswerMatcher.Carried> carried = new ArrayList<>(answerMatcher.carried());
        if (carried.size() != answers.size()) {
            return false;
        }
        carried.sort(Comparator.comparingInt(one -> one.messages().first()));
        for (int i = 0; i < carried.size(); i++) {
            if (carried.get(i).messages().size() != 1
                    || carried.get(i).exchange().number() != answers.get(i).number()) {
                return false;
            }
        }
        return true;
    }

    /// An answer is followed by something else, so that a later request cannot extend its message.
    private boolean isSettled() {
        int next = 0;
        boolean isBehindAnswer = true;
        for (Message message : request.messages()) {
            boolean isAnswer = message.role() == Role.ASSISTANT;
            if (isAnswer && (isBehindAnswer && next > 0 || next == answers.size())) {
                return false;
            }
            boolean isWhole = isAnswer
                    ? isWhole(message, answers.get(next++))
                    : message.parts().stream().noneMatch(Part.Reference.class::isInstance);
            if (!isWhole) {
                return false;
            }
            isBehindAnswer = isAnswer;
        }
        return !isBehindAnswer && next == answers.size();
    }

    private boolean isWhole(Message message, TracedExchange answer) {
        Optional<String> content = ContentHash.of(message);
        return answer.outcome() == ExchangeOutcome.COMPLETED
                && answer.facts().kind() == RequestKind.MAIN
                && answer.facts().dialect() == request.dialect()
                && answer.items().stream().allMatch(PlantedItem::isExact)
                && content.isPresent()
                && content.equals(answer.contentHash())
                && isObserved(message, answer)
                && areOfAnswer(message, answer);
    }

    /// Whether each item is as issued, or is one whose difference depends on nothing but the message.
    private boolean isObserved(Message message, TracedExchange answer) {
        List<Observation> found = observations.getOrDefault(answer.number(), List.of());
        if (found.size() != answer.items().size()) {
            return false;
        }
        boolean isAsIssued = found.stream().allMatch(observation -> isIntact(observation, answer))
                && HistoryRepair.isIntact(message, answer, request.dialect());
        isIntact &= isAsIssued && answer.details().isEmpty();
        return isAsIssued
                || isClear(message, answer)
                        && found.stream()
                                .allMatch(observation -> isIntact(observation, answer)
                                        || isBlock(answer.items().get(observation.ordinal()))
                                                && observation.sighting().turnPresent());
    }

    /// The arguments of a call may have their keys in another order.
    private static boolean isIntact(Observation observation, TracedExchange answer) {
        Sighting seen = observation.sighting();
        boolean isInput = answer.items().get(observation.ordinal()).category() == Category.TOOL_IN;
        boolean isProven = seen.signature() == SignatureMatch.SAME || seen.signature() == SignatureMatch.NOT_ISSUED;
        boolean isWhole =
                seen.text() == TextMatch.EXACT && (isInput || seen.difference().isEmpty());
        return seen.turnPresent()
                && seen.place() == Place.OWN
                && isProven
                && isWhole
                && seen.inOrder()
                && seen.copies() == 1;
    }

    /// Whether a message with changes has nothing that could belong to another answer.
    private static boolean isClear(Message message, TracedExchange answer) {
        long thoughts = message.parts().stream()
                .filter(Part.Reasoning.class::isInstance)
                .count();
        long blocks =
                answer.items().stream().filter(SettledHistoryRule::isBlock).count();
        return thoughts <= MOST_BLOCKS
                && blocks <= MOST_BLOCKS
                && message.parts().stream()
                        .noneMatch(part -> part instanceof Part.RedactedReasoning
                                || BlockSignature.in(part).isPresent());
    }

    private static boolean isBlock(PlantedItem item) {
        return item.category() == Category.THINK || item.category() == Category.CONTENT;
    }

    private static boolean areOfAnswer(Message message, TracedExchange answer) {
        Set<String> proofs = new HashSet<>();
        answer.items().forEach(item -> item.signature().ifPresent(proofs::add));
        return message.parts().stream().allMatch(part -> isOfAnswer(part, proofs));
    }

    private static boolean isOfAnswer(Part part, Set<String> proofs) {
        return switch (part) {
            case Part.Reasoning _, Part.RedactedReasoning _ ->
                BlockSignature.in(part).filter(proof -> !proofs.contains(proof)).isEmpty();
            case Part.Text _, Part.ToolCall _ -> true;
            case Part.ToolResult _, Part.Reference _, Part.Image _, Part.Other _ -> false;
        };
    }
}
