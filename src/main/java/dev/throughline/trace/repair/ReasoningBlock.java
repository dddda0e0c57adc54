package dev.throughline.trace.repair;

import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Part;
import dev.throughline.trace.BlockSignature;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.ReasoningFields;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One reasoning block as carried by a dialect.
/// @param block position among the answer's blocks
/// @param text the reasoning, or the opaque data
/// @param isOpaque whether only its provider can read it
record ReasoningBlock(int block, String field, String text, Optional<String> signature, boolean isOpaque) {
    /// The blocks that a request of this dialect has to carry of an answer, in order. A chat message has all readable
    /// reasoning in one field. Proofs and opaque blocks of one dialect are meaningless in another.
    static List<ReasoningBlock> issued(TracedExchange answer, Dialect dialect) {
        boolean isNative = answer.facts().dialect() == dialect;
        List<ReasoningBlock> thoughts = new ArrayList<>();
        for (PlantedItem item : answer.items()) {
            boolean isOpaque = item.field().equals(ReasoningFields.REDACTED);
            if (item.category() == Category.THINK && (isNative || !isOpaque)) {
                thoughts.add(new ReasoningBlock(
                        item.block(),
                        isOpaque ? item.field() : field(item.field(), dialect, isNative),
                        item.value(),
                        item.signature().filter(_ -> isNative),
                        isOpaque));
            }
        }
        return dialect == Dialect.OPENAI_CHAT ? joined(thoughts) : thoughts;
    }

    private static String field(String issued, Dialect dialect, boolean isNative) {
        return switch (dialect) {
            case ANTHROPIC -> "thinking";
            case RESPONSES -> "content";
            case OPENAI_CHAT -> isNative ? ReasoningFields.main(issued) : "reasoning_content";
        };
    }

    private static List<ReasoningBlock> joined(List<ReasoningBlock> thoughts) {
        List<ReasoningBlock> readable = thoughts.stream()
                .filter(reasoningBlock -> !reasoningBlock.isOpaque)
                .toList();
        if (readable.size() < 2) {
            return thoughts;
        }
        var text = new StringBuilder();
        readable.forEach(reasoningBlock -> text.append(reasoningBlock.text));
        List<ReasoningBlock> joined = new ArrayList<>();
        joined.add(new ReasoningBlock(
                readable.getFirst().block, readable.getFirst().field, text.toString(), Optional.empty(), false));
        thoughts.stream().filter(ReasoningBlock::isOpaque).forEach(joined::add);
        return joined;
    }

    /// The part that restores it; without a location in the body, and without a proof that a backend would
    /// not understand.
    Part toPart() {
        return isOpaque
                ? new Part.RedactedReasoning("", text)
                : new Part.Reasoning("", field, text, signature.filter(proof -> !BlockSignature.isOurs(proof)));
    }

    /// Whether this is what was issued. A block with a proof in its dialect may be returned by the proof
    /// alone if its text is omitted (Responses, `encrypted_content`). A proof of ours may be missing, since
    /// it is never sent to a backend.
    boolean isIntact(ReasoningBlock issued) {
        if (isOpaque != issued.isOpaque) {
            return field.equals(ReasoningFields.ENCRYPTED)
                    && issued.isOpaque
                    && signature.equals(Optional.of(issued.text));
        }
        boolean isOurs = issued.signature.filter(BlockSignature::isOurs).isPresent();
        boolean isSealed = field.equals(ReasoningFields.ENCRYPTED) && issued.signature.isPresent() && !isOurs;
        boolean isProven = signature.equals(issued.signature) || isOurs && signature.isEmpty();
        return (isSealed || field.equals(issued.field) && text.equals(issued.text)) && isProven;
    }

    /// Whether it is empty, so that nothing can be lost.
    boolean isEmpty() {
        return text.isBlank() && signature.isEmpty();
    }
}
