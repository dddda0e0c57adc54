package dev.throughline.trace.history;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Reads the known parameters that steer thinking.
final class ThinkingParams {
    private static final List<JsonPointer> KNOWN = pointers(
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
    private static final List<JsonPointer> CLEARING = pointers(
            "/chat_template_kwargs/clear_thinking",
            "/thinking/clear_thinking",
            "/clear_thinking",
            "/extra_body/chat_template_kwargs/clear_thinking");
    private static final List<JsonPointer> PRESERVING =
            pointers("/chat_template_kwargs/preserve_thinking", "/preserve_thinking");
    private static final JsonPointer EDITS = JsonPointer.compile("/context_management/edits");

    private ThinkingParams() {}

    /// The parameters in a request, by JSON pointer.
    static Map<String, JsonNode> of(ObjectNode body) {
        Map<String, JsonNode> found = new TreeMap<>();
        for (JsonPointer pointer : KNOWN) {
            JsonNode value = body.at(pointer);
            if (!value.isMissingNode() && !value.isNull()) {
                found.put(pointer.toString(), value);
            }
        }
        return found;
    }

    /// Whether the request asks to clear earlier thinking; empty if it does not say.
    static Optional<Boolean> clearThinking(ObjectNode body) {
        return flag(body, CLEARING)
                .or(() -> flag(body, PRESERVING).map(isPreserved -> !isPreserved))
                .or(() -> keepsAll(body) ? Optional.of(false) : Optional.empty());
    }

    private static Optional<Boolean> flag(ObjectNode body, List<JsonPointer> pointers) {
        for (JsonPointer pointer : pointers) {
            JsonNode value = body.at(pointer);
            if (value.isBoolean()) {
                return Optional.of(value.booleanValue());
            }
        }
        return Optional.empty();
    }

    /// Anthropic's context management: an edit `clear_thinking…` that keeps `all` clears nothing.
    private static boolean keepsAll(ObjectNode body) {
        for (JsonNode edit : body.at(EDITS)) {
            if (edit.path("type").asText().startsWith("clear_thinking")
                    && edit.path("keep").asText().equals("all")) {
                return true;
            }
        }
        return false;
    }

    private static List<JsonPointer> pointers(String... texts) {
        return Stream.of(texts).map(JsonPointer::compile).toList();
    }
}
