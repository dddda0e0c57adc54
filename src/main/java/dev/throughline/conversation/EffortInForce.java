package dev.throughline.conversation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// The effort of the next answer to an Anthropic request: `output_config.effort`, unless a system message within the
/// conversation sets another one.
///
/// Right after a message of the user such a message applies to the answer to it, anywhere else from the next message
/// of the user on; results of tools alone are none. It stays in force until another one changes it.
/// Source: Anthropic docs, "Per-message effort" (beta `mid-conversation-output-config-2026-07-01`).
public final class EffortInForce {
    private static final String SETTINGS = "output_config";
    private static final String EFFORT = "effort";

    private EffortInForce() {}

    /// @param body of the request
    /// @return missing if none is set
    public static JsonNode of(ObjectNode body) {
        JsonNode current = body.path(SETTINGS).path(EFFORT);
        JsonNode next = MissingNode.getInstance();
        boolean isAsked = false;
        for (JsonNode message : body.path("messages")) {
            if (isSystem(message)) {
                JsonNode effort = message.path(SETTINGS).path(EFFORT);
                if (effort.isTextual() && isAsked) {
                    current = effort;
                } else if (effort.isTextual()) {
                    next = effort;
                }
                continue;
            }
            isAsked = message.path("role").asText().equals("user") && hasInput(message.path("content"));
            if (isAsked && next.isTextual()) {
                current = next;
                next = MissingNode.getInstance();
            }
        }
        return current;
    }

    /// Whether a message has settings and nothing that the model reads.
    public static boolean isAlone(JsonNode message) {
        JsonNode content = message.path("content");
        return isSystem(message) && (content.isTextual() ? content.textValue().isEmpty() : content.isEmpty());
    }

    private static boolean isSystem(JsonNode message) {
        return message.path("role").asText().equals("system");
    }

    private static boolean hasInput(JsonNode content) {
        if (!content.isArray()) {
            return true;
        }
        for (JsonNode block : content) {
            if (!block.path("type").asText().equals("tool_result")) {
                return true;
            }
        }
        return false;
    }
}
