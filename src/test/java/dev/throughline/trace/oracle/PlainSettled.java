package dev.throughline.trace.oracle;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.BlockSignature;
import dev.throughline.trace.Category;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.TracedExchange;
import java.util.List;
import java.util.Optional;

/// Whether nothing of a history has to be examined again when a later request repeats it: each message of the
/// assistant is one whole answer of the conversation, in order, with its visible content, and could be no other. What
/// became of its reasoning or its white space can be seen in the message alone.
record PlainSettled(PlainRecord record, Conversation request, PlainAnswers answers) {

    boolean isSettled(List<Observation> observations) {
        List<TracedExchange> path =
                answers.last().map(record::path).orElse(List.of()).reversed();
        List<Message> given = request.messages().stream()
                .filter(message -> message.role() == Role.ASSISTANT)
                .toList();
        if (request.previousResponse().isPresent()
                || hasTokenOrName()
                || given.size() != path.size()
                || answers.carried().size() != path.size()
                || !areApart()) {
            return false;
        }
        for (int i = 0; i < path.size(); i++) {
            TracedExchange answer = path.get(i);
            boolean isAlone = answers.messages(answer).size() == 1
                    && request.messages().get(answers.messages(answer).first()) == given.get(i);
            List<Observation> found = observations.stream()
                    .filter(one -> one.exchange() == answer.number())
                    .toList();
            boolean isUnchanged = found.stream().allMatch(one -> isIntact(answer, one))
                    && given.get(i).parts().stream().allMatch(part -> isOf(answer, part));
            if (!isAlone
                    || !isOnlyOne(answer)
                    || !isWhole(answer, given.get(i))
                    || !isUnchanged && !isPlainlyChanged(answer, given.get(i), found)) {
                return false;
            }
        }
        return path.isEmpty() || path.getFirst().link().parent().isEmpty();
    }

    private boolean hasTokenOrName() {
        return request.messages().stream()
                .flatMap(message -> message.parts().stream())
                .anyMatch(part -> part instanceof Part.Reference
                        || !PlainTexts.tokens(PlainTexts.of(part)).isEmpty());
    }

    /// Something else stands before and behind each answer.
    private boolean areApart() {
        List<Message> messages = request.messages();
        for (int i = 0; i < messages.size(); i++) {
            boolean isAtEnd = i == messages.size() - 1;
            if (messages.get(i).role() == Role.ASSISTANT
                    && (isAtEnd || messages.get(i + 1).role() == Role.ASSISTANT)) {
                return false;
            }
        }
        return true;
    }

    /// The keys of a call's arguments may be in another order.
    private static boolean isIntact(TracedExchange answer, Observation observation) {
        Sighting seen = observation.sighting();
        boolean isInput = answer.items().get(observation.ordinal()).category() == Category.TOOL_IN;
        return seen.turnPresent()
                && seen.place() == Place.OWN
                && seen.text() == TextMatch.EXACT
                && (isInput || seen.difference().isEmpty())
                && (seen.signature() == SignatureMatch.SAME || seen.signature() == SignatureMatch.NOT_ISSUED)
                && seen.inOrder()
                && seen.copies() == 1;
    }

    private boolean isOnlyOne(TracedExchange answer) {
        return record.answers(other -> other.contentHash().equals(answer.contentHash()))
                        .equals(List.of(answer))
                && answer.items().stream()
                        .filter(item -> item.category() == Category.TOOL_ID)
                        .allMatch(item -> record.calling(item.value()).size() == 1);
    }

    private static boolean isWhole(TracedExchange answer, Message message) {
        Optional<String> content = PlainTexts.content(message.parts());
        return answer.outcome() == ExchangeOutcome.COMPLETED
                && content.isPresent()
                && content.equals(answer.contentHash());
    }

    /// Whether a message differs from its answer in reasoning and white space only, and has nothing that is known to
    /// belong to some answer.
    private static boolean isPlainlyChanged(TracedExchange answer, Message message, List<Observation> found) {
        boolean areCallsIntact = found.stream()
                .filter(one -> !isBlock(answer.items().get(one.ordinal())))
                .allMatch(one -> isIntact(answer, one));
        long thoughts = message.parts().stream()
                .filter(Part.Reasoning.class::isInstance)
                .count();
        long blocks = answer.items().stream().filter(PlainSettled::isBlock).count();
        return areCallsIntact
                && thoughts < 5
                && blocks < 5
                && message.parts().stream().allMatch(PlainSettled::isUnmarked);
    }

    private static boolean isBlock(PlantedItem item) {
        return item.category() == Category.THINK || item.category() == Category.CONTENT;
    }

    private static boolean isUnmarked(Part part) {
        return part instanceof Part.Text
                || part instanceof Part.ToolCall
                || part instanceof Part.Reasoning && BlockSignature.in(part).isEmpty();
    }

    /// Whether a part is of the answer, as far as its content does not show it.
    private static boolean isOf(TracedExchange answer, Part part) {
        return switch (part) {
            case Part.Text _, Part.ToolCall _ -> true;
            case Part.RedactedReasoning(String _, String data) -> isThought(answer, data);
            case Part.Reasoning reasoning ->
                (reasoning.text().isBlank()
                                || isThought(answer, reasoning.text()) && isInPlace(answer, reasoning)
                                || PlainFields.isSealed(reasoning) && isProof(answer, reasoning.text()))
                        && reasoning.signature().stream().allMatch(proof -> isProof(answer, proof));
            case Part.ToolResult _, Part.Reference _, Part.Image _, Part.Other _ -> false;
        };
    }

    /// A second field with the same text is harmless in a chat message only.
    private static boolean isInPlace(TracedExchange answer, Part.Reasoning reasoning) {
        return answer.facts().dialect() == Dialect.OPENAI_CHAT
                || PlainFields.isOwn(PlainFields.ITEM, reasoning)
                || reasoning.field().equals("thinking");
    }

    private static boolean isThought(TracedExchange answer, String text) {
        return answer.items().stream()
                .anyMatch(item ->
                        item.category() == Category.THINK && item.value().equals(text));
    }

    private static boolean isProof(TracedExchange answer, String proof) {
        return answer.items().stream().map(PlantedItem::signature).anyMatch(Optional.of(proof)::equals);
    }
}
