package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Set;

/// Merges a chat request's system messages into one at the start, for servers whose templates reject any
/// other ("System message must be at the beginning").
///
/// Those at the start become one. A later one keeps its position: its text is appended to the user message
/// or tool result before it, so that a tool loop stays within its turn; after an answer it becomes, or is
/// added to, a user message.
final class SystemFolding {
    private static final String ROLE = "role";
    private static final String CONTENT = "content";
    private static final Set<String> SYSTEM = Set.of("system", "developer");
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private SystemFolding() {}

    /// @return the same messages if there is nothing to fold
    static ArrayNode fold(ArrayNode messages) {
        ArrayNode folded = JSON.arrayNode();
        boolean isChanged = false;
        boolean isOpen = false;
        for (JsonNode message : messages) {
            JsonNode before = folded.path(folded.size() - 1);
            boolean isSystem = isSystem(message);
            if (isSystem && !folded.isEmpty() && !isAnswer(before) || isOpen && isUser(message)) {
                folded.set(folded.size() - 1, joined((ObjectNode) before, message));
                isOpen = isOpen && isSystem;
                isChanged = true;
            } else if (isSystem && !folded.isEmpty()) {
                folded.add(JSON.objectNode().put(ROLE, "user").set(CONTENT, message.path(CONTENT)));
                isOpen = true;
                isChanged = true;
            } else {
                folded.add(message);
                isOpen = false;
            }
        }
        return isChanged ? folded : messages;
    }

    private static boolean isSystem(JsonNode message) {
        return SYSTEM.contains(message.path(ROLE).asText(""));
    }

    private static boolean isUser(JsonNode message) {
        return message.path(ROLE).asText("").equals("user");
    }

    private static boolean isAnswer(JsonNode message) {
        return message.path(ROLE).asText("").equals("assistant");
    }

    private static ObjectNode joined(ObjectNode message, JsonNode more) {
        ObjectNode joined = JSON.objectNode().setAll(message);
        JsonNode first = message.path(CONTENT);
        JsonNode second = more.path(CONTENT);
        if (first.isArray() || second.isArray()) {
            joined.set(CONTENT, parts(first).addAll(parts(second)));
        } else {
            joined.set(CONTENT, TextNode.valueOf(first.asText("") + "\n\n" + second.asText("")));
        }
        return joined;
    }

    private static ArrayNode parts(JsonNode content) {
        ArrayNode parts = JSON.arrayNode();
        if (content instanceof ArrayNode some) {
            return parts.addAll(some);
        }
        parts.addObject().put("type", "text").put("text", content.asText(""));
        return parts;
    }
}
