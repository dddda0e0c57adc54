package dev.throughline.wire.anthropic.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/// `chat_template_kwargs`: what the client sent, with defaults for what it did not say, be it there, in a field of the
/// request by the same name (`enable_thinking`) or in `thinking` (`type`; `clear_thinking` as Z.ai spells it).
final class AnthropicTemplateKwargs {
    static final String FIELD = "chat_template_kwargs";

    private AnthropicTemplateKwargs() {}

    /// Whether a default is missing from a body. A value of the client's that is no object is left alone.
    /// @param said the client's request
    static boolean lacks(ObjectNode body, ObjectNode said, ObjectNode defaults) {
        JsonNode sent = body.path(FIELD);
        boolean isOpen = sent.isObject() || !body.hasNonNull(FIELD);
        return isOpen
                && defaults.properties().stream()
                        .map(Map.Entry::getKey)
                        .anyMatch(key -> !sent.has(key) && !isSaid(said, key));
    }

    /// Adds the defaults that are missing.
    static void fill(ObjectNode body, ObjectNode said, ObjectNode defaults) {
        if (!lacks(body, said, defaults)) {
            return;
        }
        ObjectNode kwargs = body.path(FIELD) instanceof ObjectNode sent ? sent : body.putObject(FIELD);
        for (Map.Entry<String, JsonNode> entry : defaults.properties()) {
            if (!kwargs.has(entry.getKey()) && !isSaid(said, entry.getKey())) {
                kwargs.set(entry.getKey(), entry.getValue().deepCopy());
            }
        }
    }

    private static boolean isSaid(ObjectNode said, String key) {
        JsonNode thinking = said.path("thinking");
        return said.hasNonNull(key)
                || key.equals("enable_thinking") && thinking.hasNonNull("type")
                || key.equals("clear_thinking") && thinking.hasNonNull(key);
    }
}
