package dev.throughline.wire.responses.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/// Adds a backend's defaults to `chat_template_kwargs`, key by key. What the client says stands, in whichever place it
/// says it: there, as a field of the request by the same name (`enable_thinking`), or in `thinking` (`type`,
/// `clear_thinking`) as Z.ai spells it.
public final class ResponsesTemplateKwargs {
    static final String FIELD = "chat_template_kwargs";
    private static final String THINKING = "thinking";

    private ResponsesTemplateKwargs() {}

    /// @param isOurs whether the body may be changed
    /// @return the same body when there is nothing to add
    public static ObjectNode merge(ObjectNode body, ObjectNode defaults, boolean isOurs) {
        JsonNode sent = body.path(FIELD);
        boolean isOfAnotherKind = body.hasNonNull(FIELD) && !sent.isObject();
        ObjectNode missing = body.objectNode();
        for (Map.Entry<String, JsonNode> entry : defaults.properties()) {
            if (!sent.has(entry.getKey()) && !isSaid(body, entry.getKey())) {
                missing.set(entry.getKey(), entry.getValue());
            }
        }
        if (missing.isEmpty() || isOfAnotherKind) {
            return body;
        }
        ObjectNode changed = isOurs ? body : body.deepCopy();
        ObjectNode kwargs = changed.path(FIELD) instanceof ObjectNode object ? object : changed.putObject(FIELD);
        kwargs.setAll(missing);
        return changed;
    }

    /// Whether the client speaks of it elsewhere in its request.
    static boolean isSaid(ObjectNode body, String key) {
        JsonNode thinking = body.path(THINKING);
        return body.hasNonNull(key)
                || key.equals("enable_thinking") && thinking.hasNonNull("type")
                || key.equals("clear_thinking") && thinking.hasNonNull(key);
    }
}
