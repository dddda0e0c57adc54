package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.EffortInForce;

/// Translates a request's thinking options to those of chat templates.
final class ChatTranslatedThinking {
    private static final String ENABLE = "enable_thinking";
    private static final String CLEAR = "clear_thinking";

    private ChatTranslatedThinking() {}

    /// `chat_template_kwargs` derived from the request; its own take precedence.
    static ObjectNode kwargs(Conversation request) {
        ObjectNode kwargs = JsonNodeFactory.instance.objectNode();
        ObjectNode body = request.body();
        JsonNode thinking = body.path("thinking");
        switch (thinking.path("type").asText()) {
            case "disabled" -> kwargs.put(ENABLE, false);
            case "enabled", "adaptive" -> kwargs.put(ENABLE, true);
            default -> {}
        }
        if (effort(request).equals("none")) {
            kwargs.put(ENABLE, false);
        }
        if (thinking.path(CLEAR).isBoolean()) {
            kwargs.set(CLEAR, thinking.path(CLEAR));
        } else if (keepsAll(body.path("context_management").path("edits"))) {
            kwargs.put(CLEAR, false);
        }
        return kwargs;
    }

    /// The reasoning effort, in the request's own value; empty if it is not set.
    static String effort(Conversation request) {
        JsonNode effort = switch (request.dialect()) {
            case ANTHROPIC -> EffortInForce.of(request.body());
            case RESPONSES -> request.body().path("reasoning").path("effort");
            case OPENAI_CHAT -> request.body().path("reasoning_effort");
        };
        return effort.asText("");
    }

    private static boolean keepsAll(JsonNode edits) {
        for (JsonNode edit : edits) {
            if (edit.path("type").asText().startsWith(CLEAR)
                    && edit.path("keep").asText().equals("all")) {
                return true;
            }
        }
        return false;
    }
}
