package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.GlmVersion;
import java.util.List;
import java.util.Optional;

/// Determines whether a request switches thinking off, and whether the model's prompt supports that.
public final class ThinkingSwitch {
    private static final String ENABLE = "enable_thinking";
    private static final List<JsonPointer> SWITCHES = List.of(
            JsonPointer.compile("/chat_template_kwargs/" + ENABLE),
            JsonPointer.compile("/" + ENABLE),
            JsonPointer.compile("/extra_body/" + ENABLE));

    private ThinkingSwitch() {}

    /// Whether the answer begins outside the reasoning, according to the request or the backend's defaults.
    /// A version whose template always opens the reasoning (GLM-5.3) thinks nevertheless.
    ///
    /// @param body the request as received
    /// @param defaults the backend's configured `chat_template_kwargs`
    /// @param version the GLM version, if known
    public static boolean isOff(ObjectNode body, ObjectNode defaults, Optional<GlmVersion> version) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        if (isWord(body.path("thinking").path("type"), "disabled")
                || isWord(body.path("reasoning").path("effort"), "none")
                || isWord(body.path("reasoning_effort"), "none")
                || isWord(body.path("output_config").path("effort"), "none")) {
            options.put(ENABLE, false);
        } else {
            sent(body).or(() -> present(defaults.path(ENABLE))).ifPresent(value -> options.set(ENABLE, value));
        }
        boolean isFalse =
                options.path(ENABLE).isBoolean() && !options.path(ENABLE).booleanValue();
        return version.map(known -> known.closesReasoning(options)).orElse(isFalse);
    }

    private static Optional<JsonNode> sent(ObjectNode body) {
        for (JsonPointer place : SWITCHES) {
            JsonNode value = body.at(place);
            if (!value.isMissingNode()) {
                return Optional.of(value);
            }
        }
        return Optional.empty();
    }

    private static Optional<JsonNode> present(JsonNode value) {
        return value.isMissingNode() ? Optional.empty() : Optional.of(value);
    }

    private static boolean isWord(JsonNode value, String word) {
        return value.isTextual() && value.textValue().equals(word);
    }
}
