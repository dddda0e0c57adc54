package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.http.HttpBackend;
import dev.throughline.conversation.Dialect;

/// Asks servers that leave special tokens out of a text for them, where a family writes its calls with them.
/// Source: `skip_special_tokens` of vLLM's and SGLang's chat completions, true by default.
final class SpecialTokenRequest {
    private static final String FIELD = "skip_special_tokens";

    private SpecialTokenRequest() {}

    /// The body for the backend; the same instance if nothing has to change.
    static ObjectNode asked(ObjectNode body, HttpBackend backend, String model) {
        boolean isAsked = backend.kindSoFar().traits().hidesSpecialTokens()
                && backend.settings().specialTokens()
                && backend.settings().dialect() == Dialect.OPENAI_CHAT
                && !body.path("tools").isEmpty()
                && !body.has(FIELD)
                && backend.family(model)
                        .filter(found -> found.markers().family().special())
                        .isPresent();
        if (!isAsked) {
            return body;
        }
        ObjectNode asked = JsonNodeFactory.instance.objectNode();
        asked.setAll(body);
        return asked.put(FIELD, false);
    }
}
