package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// The fields in which one answer carries its reasoning. One instance per answer; not thread-safe.
final class ChatReasoningFields {
    /// Fields that hold only a text. Where several of them have the same text, it counts once.
    public static final List<String> PLAIN = List.of("reasoning_content", "reasoning", "reasoning_text");

    private static final String USUAL = "reasoning_content";
    private static final List<String> BOTH = List.of(USUAL, "reasoning");

    private final List<String> found = new ArrayList<>(2);

    /// The fields of a message or a delta that carry its reasoning: those with the text of the first one, and
    /// details, which may hold proofs and opaque blocks as well.
    public static List<String> in(JsonNode holder) {
        String first = ChatAnswerReasoning.plain(holder);
        boolean hasDetails = !holder.path(ChatReasoningBlocks.DETAILS).isEmpty();
        if (first.isEmpty() && !hasDetails) {
            return List.of();
        }
        List<String> fields = new ArrayList<>(2);
        for (String field : PLAIN) {
            if (!first.isEmpty() && first.equals(holder.path(field).textValue())) {
                fields.add(field);
            }
        }
        if (hasDetails) {
            fields.add(ChatReasoningBlocks.DETAILS);
        }
        return fields;
    }

    /// Takes the fields of a message or a delta.
    void add(List<String> fields) {
        for (String field : fields) {
            if (!found.contains(field)) {
                found.add(field);
            }
        }
    }

    /// The fields so far; `reasoning_content` if the answer has none.
    public List<String> names() {
        return found.isEmpty() ? List.of(USUAL) : found;
    }

    /// The same as one name, as items of the record have it: `reasoning`, `both`, `reasoning+reasoning_details`.
    public static String id(List<String> names) {
        return names.equals(BOTH) ? "both" : String.join("+", names);
    }
}
