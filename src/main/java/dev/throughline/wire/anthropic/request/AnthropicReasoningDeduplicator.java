package dev.throughline.wire.anthropic.request;

import dev.throughline.conversation.Part;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reasoning that other dialects write in several fields, once.
///
/// Adjacent reasoning parts of one object with different fields are spellings of one block: `reasoning_content` beside
/// `reasoning`, or `content`, `summary` and `encrypted_content` of one Responses item. The first that is not empty
/// gives the text, `encrypted_content` the signature; without a text it is a block that only the provider reads.
/// Beside `reasoning_details` with a text, fields of the message itself only repeat it and are left out.
final class AnthropicReasoningDeduplicator {
    private static final String DETAILS = "reasoning_details";
    private static final String ENCRYPTED = "encrypted_content";

    private final List<Part> parts = new ArrayList<>();
    private final List<Part.Reasoning> block = new ArrayList<>();
    private final Set<String> fields = new HashSet<>();

    private AnthropicReasoningDeduplicator() {}

    /// The parts with one reasoning part for each block.
    static List<Part> once(List<Part> parts) {
        boolean hasDetails = parts.stream().anyMatch(AnthropicReasoningDeduplicator::isReadableDetail);
        var anthropicReasoningDeduplicator = new AnthropicReasoningDeduplicator();
        for (Part part : parts) {
            if (!(part instanceof Part.Reasoning reasoning)) {
                anthropicReasoningDeduplicator.end();
                anthropicReasoningDeduplicator.parts.add(part);
            } else if (!hasDetails || !isOfMessage(reasoning)) {
                anthropicReasoningDeduplicator.add(reasoning);
            }
        }
        anthropicReasoningDeduplicator.end();
        return anthropicReasoningDeduplicator.parts;
    }

    private static boolean isReadableDetail(Part part) {
        return part instanceof Part.Reasoning(String _, String field, String text, Optional<String> _)
                && field.equals(DETAILS)
                && !text.isEmpty();
    }

    private static boolean isOfMessage(Part.Reasoning reasoning) {
        return switch (reasoning.field()) {
            case "reasoning_content", "reasoning", "reasoning_text" -> true;
            default -> false;
        };
    }

    private void add(Part.Reasoning part) {
        boolean isSameBlock =
                !block.isEmpty() && parent(block.getFirst()).equals(parent(part)) && !fields.contains(part.field());
        if (!isSameBlock) {
            end();
        }
        block.add(part);
        fields.add(part.field());
    }

    private void end() {
        if (block.isEmpty()) {
            return;
        }
        parts.add(joined());
        block.clear();
        fields.clear();
    }

    private Part joined() {
        Part.Reasoning first = block.getFirst();
        String text = "";
        String proof = "";
        for (Part.Reasoning part : block) {
            if (part.field().equals(ENCRYPTED)) {
                proof = part.text();
            } else {
                text = text.isEmpty() ? part.text() : text;
                proof = proof.isEmpty() ? part.signature().orElse("") : proof;
            }
        }
        boolean isSealed = text.isEmpty() && !proof.isEmpty() && fields.contains(ENCRYPTED);
        return isSealed
                ? new Part.RedactedReasoning(first.path(), proof)
                : new Part.Reasoning(first.path(), first.field(), text, Optional.of(proof));
    }

    private static String parent(Part part) {
        int slash = part.path().lastIndexOf('/');
        return slash < 0 ? "" : part.path().substring(0, slash);
    }
}
