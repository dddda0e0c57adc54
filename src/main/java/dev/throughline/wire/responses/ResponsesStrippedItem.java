package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;

/// Removes reasoning from an item other than reasoning: from fields of other dialects and from its content.
final class ResponsesStrippedItem {
    private static final List<String> FIELDS = List.of("reasoning_content", "reasoning", "reasoning_text", "text");
    private static final Set<String> PARTS = Set.of("reasoning_text", "summary_text");
    private static final String CONTENT = "content";

    private ResponsesStrippedItem() {}

    /// @return the same item if it contains no reasoning, otherwise a changed copy
    static JsonNode of(JsonNode item) {
        if (!item.path("role").asText("").equals("assistant")) {
            return item;
        }
        ObjectNode stripped = item.deepCopy();
        stripped.remove(FIELDS);
        if (stripped.path(CONTENT) instanceof ArrayNode content) {
            content.removeIf(part -> PARTS.contains(part.path("type").asText("")));
        }
        return stripped.equals(item) ? item : stripped;
    }
}
