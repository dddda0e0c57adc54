package dev.throughline.wire.responses.request;

import dev.throughline.conversation.Part;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reasoning that a chat message writes in several fields, once.
///
/// Adjacent reasoning parts of one object under different names are one block (`reasoning_content` beside `reasoning`);
/// the first that is not empty counts. Beside `reasoning_details` with a text, the message's other fields only repeat
/// it. Reasoning without a text is left out, unless it has a proof.
final class ResponsesReasoningDeduplicator {
    private static final String DETAILS = "reasoning_details";

    private final List<Part> parts = new ArrayList<>();
    private final List<Part.Reasoning> block = new ArrayList<>();
    private final Set<String> fields = new HashSet<>();

    private ResponsesReasoningDeduplicator() {}

    /// The parts, with one reasoning part for each block.
    static List<Part> once(List<Part> parts) {
        boolean hasDetails = parts.stream()
                .anyMatch(part -> part instanceof Part.Reasoning detail
                        && detail.field().equals(DETAILS)
                        && !detail.text().isEmpty());
        var responsesReasoningDeduplicator = new ResponsesReasoningDeduplicator();
        for (Part part : parts) {
            if (!(part instanceof Part.Reasoning reasoning)) {
                responsesReasoningDeduplicator.end();
                responsesReasoningDeduplicator.parts.add(part);
            } else if (!hasDetails || !isOfMessage(reasoning)) {
                responsesReasoningDeduplicator.add(reasoning);
            }
        }
        responsesReasoningDeduplicator.end();
        return responsesReasoningDeduplicator.parts;
    }

    private static boolean isOfMessage(Part.Reasoning reasoning) {
        return switch (reasoning.field()) {
            case "reasoning_content", "reasoning", "reasoning_text" -> true;
            default -> false;
        };
    }

    private void add(Part.Reasoning part) {
        boolean isSameBlock =
                !block.isEmpty() && holder(block.getFirst()).equals(holder(part)) && !fields.contains(part.field());
        if (!isSameBlock) {
            end();
        }
        block.add(part);
        fields.add(part.field());
    }

    private void end() {
        Optional<Part.Reasoning> said =
                block.stream().filter(part -> !part.text().isEmpty()).findFirst();
        said.or(() -> block.stream()
                        .filter(part -> part.signature().isPresent())
                        .findFirst())
                .ifPresent(parts::add);
        block.clear();
        fields.clear();
    }

    private static String holder(Part part) {
        return part.path().substring(0, Math.max(0, part.path().lastIndexOf('/')));
    }
}
