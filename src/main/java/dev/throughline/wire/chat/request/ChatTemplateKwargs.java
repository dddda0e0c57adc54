package dev.throughline.wire.chat.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/// Adds defaults to `chat_template_kwargs`, key by key.
///
/// What the client says stands, in whichever place it says it: there, as a field of the request by the same name
/// (`enable_thinking`), or in `thinking` (`type`, `clear_thinking`) as Z.ai spells it.
final class ChatTemplateKwargs {
    private static final String FIELD = "chat_template_kwargs";

    private ChatTemplateKwargs() {}

    /// The same body when there is nothing to add, else a copy that shares all the rest.
    static ObjectNode merged(ObjectNode body, ObjectNode defaults) {
        JsonNode sent = body.path(FIELD);
        if (!sent.isObject() && body.hasNonNull(FIELD)) {
            return body;
        }
        ObjectNode kwargs = JsonNodeFactory.instance.objectNode();
        if (sent instanceof ObjectNode object) {
            kwargs.setAll(object);
        }
        int before = kwargs.size();
        for (Map.Entry<String, JsonNode> entry : defaults.properties()) {
            if (!isSaid(body, entry.getKey())) {
                kwargs.putIfAbsent(entry.getKey(), entry.getValue());
            }
        }
        return kwargs.size() == before ? body : ChatBody.with(body, FIELD, kwargs);
    }

    private static boolean isSaid(ObjectNode body, String key) {
        JsonNode thinking = body.path("thinking");
        return body.hasNonNull(key)
                || key.equals("enable_thinking") && thinking.hasNonNull("type")
                || key.equals("clear_thinking") && thinking.hasNonNull(key);
    }
}
