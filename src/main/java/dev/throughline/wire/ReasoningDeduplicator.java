package dev.throughline.wire;

import dev.throughline.conversation.Part;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Reasoning that a client wrote in several fields, once.
///
/// Adjacent reasoning parts of one object with different fields are spellings of one block: `reasoning_content` beside
/// `reasoning`, or `content`, `summary` and `encrypted_content` of one Responses item. Beside `reasoning_details` with
/// a text, fields of the message itself only repeat it and are left out.
public final class ReasoningDeduplicator {
    private static final String DETAILS = "reasoning_details";

    private final Function<List<Part.Reasoning>, Optional<? extends Part>> joining;
    private final List<Part> parts = new ArrayList<>();
    private final List<Part.Reasoning> block = new ArrayList<>();
    private final Set<String> fields = new HashSet<>();

    private ReasoningDeduplicator(Function<List<Part.Reasoning>, Optional<? extends Part>> joining) {
        this.joining = joining;
    }

    /// The parts with at most one reasoning part for each block.
    /// @param joining makes it of the spellings of one block; of none, the block is left out
    public static List<Part> once(List<Part> parts, Function<List<Part.Reasoning>, Optional<? extends Part>> joining) {
        boolean hasDetails = parts.stream().anyMatch(ReasoningDeduplicator::isReadableDetail);
        var deduplicator = new ReasoningDeduplicator(joining);
        for (Part part : parts) {
            if (!(part instanceof Part.Reasoning reasoning)) {
                deduplicator.end();
                deduplicator.parts.add(part);
            } else if (!hasDetails || !isOfMessage(reasoning)) {
                deduplicator.add(reasoning);
            }
        }
        deduplicator.end();
        return deduplicator.parts;
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
        if (!block.isEmpty()) {
            joining.apply(List.copyOf(block)).ifPresent(parts::add);
        }
        block.clear();
        fields.clear();
    }

    private static String parent(Part part) {
        return part.path().substring(0, Math.max(0, part.path().lastIndexOf('/')));
    }
}
