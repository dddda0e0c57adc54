package dev.throughline.backend.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.wire.StrictJson;
import java.io.IOException;
import java.util.Map;

/// Reads the defaults of `chat_template_kwargs` from the settings: a value is JSON if it can be parsed as
/// such, otherwise a string.
public final class TemplateKwargDefaults {
    private TemplateKwargDefaults() {}

    public static ObjectNode of(Map<String, String> settings) {
        ObjectNode kwargs = JsonNodeFactory.instance.objectNode();
        settings.forEach((name, value) -> kwargs.set(name, value(value)));
        return kwargs;
    }

    private static JsonNode value(String text) {
        try {
            JsonNode value = StrictJson.MAPPER.readTree(text);
            return value == null || value.isMissingNode() ? TextNode.valueOf(text) : value;
        } catch (IOException _) {
            return TextNode.valueOf(text);
        }
    }
}
