package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Adds defaults to the `chat_template_kwargs` of a request, key by key.
///
/// What the client says stands, in whichever place it says it: there, as a field of the request by the same name
/// (`enable_thinking`), or in `thinking` (`type`, `clear_thinking`) as Z.ai spells it. A value of the client's that is
/// no object is left alone.
public final class TemplateKwargs {
    /// The field of a request.
    public static final String FIELD = "chat_template_kwargs";

    private TemplateKwargs() {}

    /// The same body when there is nothing to add, else a copy that shares all the rest.
    public static ObjectNode withDefaults(ObjectNode body, ObjectNode defaults) {
        ObjectNode missing = missing(body, body, defaults);
        if (missing.isEmpty()) {
            return body;
        }
        ObjectNode copy = body.objectNode();
        copy.setAll(body);
        ObjectNode kwargs = copy.putObject(FIELD);
        if (body.path(FIELD) instanceof ObjectNode sent) {
            kwargs.setAll(sent);
        }
        kwargs.setAll(missing);
        return copy;
    }

    /// Adds what is missing to a body that the caller may change.
    /// @param request the client's, which may set them in fields of its dialect
    public static void fill(ObjectNode body, ObjectNode request, ObjectNode defaults) {
        ObjectNode missing = missing(body, request, defaults);
        if (!missing.isEmpty()) {
            ObjectNode kwargs = body.path(FIELD) instanceof ObjectNode sent ? sent : body.putObject(FIELD);
            kwargs.setAll(missing);
        }
    }

    private static ObjectNode missing(ObjectNode body, ObjectNode request, ObjectNode defaults) {
        JsonNode sent = body.path(FIELD);
        ObjectNode missing = body.objectNode();
        if (defaults.isEmpty() || body.hasNonNull(FIELD) && !sent.isObject()) {
            return missing;
        }
        defaults.properties().stream()
                .filter(entry -> !sent.has(entry.getKey()) && !isSet(request, entry.getKey()))
                .forEach(entry -> missing.set(entry.getKey(), entry.getValue().deepCopy()));
        return missing;
    }

    private static boolean isSet(ObjectNode request, String key) {
        JsonNode thinking = request.path("thinking");
        return request.hasNonNull(key)
                || key.equals("enable_thinking") && thinking.hasNonNull("type")
                || key.equals("clear_thinking") && thinking.hasNonNull(key);
    }
}
