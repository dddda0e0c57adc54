package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.GlmVersion;
import java.util.List;
import java.util.Optional;

/// Whether a request asks its model not to think, and whether the model's prompt can do that.
public final class ThinkingSwitch {
    private static final String ENABLE = "enable_thinking";
    private static final List<String> SWITCHES =
            List.of("/chat_template_kwargs/" + ENABLE, "/" + ENABLE, "/extra_body/" + ENABLE);

    private ThinkingSwitch() {}

    /// Whether the answer begins outside the reasoning, since the request or the backend's defaults say so. A version
    /// whose template opens the reasoning whatever they say (GLM-5.3) thinks all the same.
    ///
    /// @param body the request as it came
    /// @param defaults `chat_template_kwargs` of the backend's settings
    /// @param version the GLM version, where it is known
    public static boolean isOff(ObjectNode body, ObjectNode defaults, Optional<GlmVersion> version) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        if (isWord(body.at("/thinking/type"), "disabled")
                || isWord(body.at("/reasoning/effort"), "none")
                || isWord(body.at("/reasoning_effort"), "none")
                || isWord(body.at("/output_config/effort"), "none")) {
            options.put(ENABLE, false);
        } else {
            sent(body).or(() -> present(defaults.path(ENABLE))).ifPresent(value -> options.set(ENABLE, value));
        }
        boolean isFalse =
                options.path(ENABLE).isBoolean() && !options.path(ENABLE).booleanValue();
        return version.map(known -> known.closesReasoning(options)).orElse(isFalse);
    }

    private static Optional<JsonNode> sent(ObjectNode body) {
        return SWITCHES.stream()
                .map(body::at)
                .flatMap(value -> present(value).stream())
                .findFirst();
    }

    private static Optional<JsonNode> present(JsonNode value) {
        return value.isMissingNode() ? Optional.empty() : Optional.of(value);
    }

    private static boolean isWord(JsonNode value, String word) {
        return value.isTextual() && value.textValue().equals(word);
    }
}
