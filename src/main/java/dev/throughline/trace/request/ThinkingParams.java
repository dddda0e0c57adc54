package dev.throughline.trace.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads the known parameters that steer thinking.
final class ThinkingParams {
    private static final List<String> KNOWN = List.of(
            "/chat_template_kwargs/enable_thinking",
            "/chat_template_kwargs/clear_thinking",
            "/chat_template_kwargs/preserve_thinking",
            "/chat_template_kwargs/reasoning_effort",
            "/enable_thinking",
            "/clear_thinking",
            "/preserve_thinking",
            "/thinking",
            "/context_management",
            "/reasoning",
            "/reasoning_effort",
            "/extra_body/chat_template_kwargs");

    private ThinkingParams() {}

    /// The parameters in a request, by JSON pointer.
    static Map<String, JsonNode> of(ObjectNode body) {
        Map<String, JsonNode> found = new TreeMap<>();
        for (String pointer : KNOWN) {
            JsonNode value = body.at(pointer);
            if (!value.isMissingNode() && !value.isNull()) {
                found.put(pointer, value);
            }
        }
        return found;
    }

    /// Whether the request asks to clear earlier thinking; empty if it does not say.
    static Optional<Boolean> clearThinking(ObjectNode body) {
        for (String pointer : List.of(
                "/chat_template_kwargs/clear_thinking",
                "/thinking/clear_thinking",
                "/clear_thinking",
                "/extra_body/chat_template_kwargs/clear_thinking")) {
            if (body.at(pointer).isBoolean()) {
                return Optional.of(body.at(pointer).booleanValue());
            }
        }
        for (String pointer : List.of("/chat_template_kwargs/preserve_thinking", "/preserve_thinking")) {
            if (body.at(pointer).isBoolean()) {
                return Optional.of(!body.at(pointer).booleanValue());
            }
        }
        return keepsAll(body) ? Optional.of(false) : Optional.empty();
    }

    /// Anthropic's context management: an edit `clear_thinking…` that keeps `all` clears nothing.
    private static boolean keepsAll(ObjectNode body) {
        for (JsonNode edit : body.at("/context_management/edits")) {
            if (edit.path("type").asText().startsWith("clear_thinking")
                    && edit.path("keep").asText().equals("all")) {
                return true;
            }
        }
        return false;
    }
}
