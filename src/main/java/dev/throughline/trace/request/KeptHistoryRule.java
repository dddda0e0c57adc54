package dev.throughline.trace.request;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.BlockSignature;
import dev.throughline.trace.ContentHash;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
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
import java.util.Optional;
import java.util.Set;

/// Decides whether the answers in a history are all known and unchanged, so that a later request that
/// repeats the history can do nothing else with them.
///
/// Each assistant message is exactly one completed answer of the conversation, in order, and each item of
/// it is in its own place. Anything that could be read in more than one way is not kept: trace tokens,
/// references, split answers, answers that the backend expects in a separate form.
final class KeptHistoryRule {
    private final Conversation request;
    private final List<TracedExchange> answers;

    private KeptHistoryRule(Conversation request, List<TracedExchange> answers) {
        this.request = request;
        this.answers = answers;
    }

    /// @param requestIndex of the messages in question
    /// @param answers the answers that they must carry, in order
    /// @param observations what was found of these answers
    static boolean isKept(
            RequestIndex requestIndex,
            AnswerMatcher answerMatcher,
            List<TracedExchange> answers,
            List<Observation> observations) {
        Conversation request = requestIndex.request();
        return request.previousResponse().isEmpty()
                && requestIndex.byToken().isEmpty()
                && areCarried(answerMatcher, answers)
                && areIntact(answers, observations)
                && new KeptHistoryRule(request, answers).areMessagesWhole();
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

    private static boolean areIntact(List<TracedExchange> answers, List<Observation> observations) {
        int items = answers.stream().mapToInt(answer -> answer.items().size()).sum();
        return observations.size() == items
                && observations.stream().allMatch(observation -> isIntact(observation.sighting()));
    }

    private static boolean isIntact(Sighting seen) {
        boolean isProven = seen.signature() == SignatureMatch.SAME || seen.signature() == SignatureMatch.NOT_ISSUED;
        boolean isWhole = seen.text() == TextMatch.EXACT && seen.difference().isEmpty();
        return seen.turnPresent()
                && seen.place() == Place.OWN
                && isProven
                && isWhole
                && seen.inOrder()
                && seen.copies() == 1;
    }

    /// An answer is followed by something else, so that a later request cannot extend its message.
    private boolean areMessagesWhole() {
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
                && answer.details().isEmpty()
                && answer.items().stream().allMatch(PlantedItem::isExact)
                && content.isPresent()
                && content.equals(answer.contentHash())
                && HistoryRepair.isIntact(message, answer, request.dialect())
                && areOfAnswer(message, answer);
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
