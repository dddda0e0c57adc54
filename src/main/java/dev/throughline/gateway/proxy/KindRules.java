package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.BackendKind;
import dev.throughline.backend.BackendSettings;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.wire.HistoryField;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// Fits a chat request to the kind of backend that gets it: one that was translated from another dialect as a
/// whole, one of a client of the same dialect only where the kind is known to refuse it.
public final class KindRules {
    private static final String KWARGS = "chat_template_kwargs";
    private static final String TOP_K = "top_k";
    private static final String ENABLE = "enable_thinking";
    private static final String CLEAR = "clear_thinking";
    private static final String MESSAGES = "messages";

    private KindRules() {}

    /// Where the reasoning of earlier answers is written.
    public static HistoryField history(BackendSettings settings, BackendKind.Traits traits) {
        return settings.reasoningField() == HistoryField.AS_SENT ? traits.readsBack() : settings.reasoningField();
    }

    /// What a client wrote that the rules take out: JSON pointers into its request.
    /// @param request as it came
    /// @param defaults `chat_template_kwargs` of the settings, which are sent to any kind
    public static List<String> dropped(Conversation request, BackendKind.Traits traits, ObjectNode defaults) {
        List<String> dropped = new ArrayList<>();
        ObjectNode body = request.body();
        boolean isSame = request.dialect() == Dialect.OPENAI_CHAT;
        if (isSame && !traits.isStrict()) {
            return dropped;
        }
        if (!traits.takesTopK() && body.hasNonNull(TOP_K)) {
            dropped.add("/" + TOP_K);
        }
        if (!traits.takesTemplateKwargs()) {
            body.path(KWARGS).fieldNames().forEachRemaining(name -> {
                boolean isToldElsewhere = traits.takesThinking() && (name.equals(ENABLE) || name.equals(CLEAR));
                if (!isToldElsewhere && !defaults.has(name)) {
                    dropped.add("/" + KWARGS + "/" + name.replace("~", "~0").replace("/", "~1"));
                }
            });
            if (!isSame && !traits.takesThinking()) {
                dropped.addAll(thinkingOf(body, defaults));
            }
        }
        return dropped;
    }

    /// Fields of other dialects that would be told as `chat_template_kwargs`.
    private static List<String> thinkingOf(ObjectNode body, ObjectNode defaults) {
        List<String> fields = new ArrayList<>();
        JsonNode thinking = body.path("thinking");
        if (thinking.path("type").isTextual() && !defaults.has(ENABLE)) {
            fields.add("/thinking/type");
        }
        if (thinking.path(CLEAR).isBoolean() && !defaults.has(CLEAR)) {
            fields.add("/thinking/" + CLEAR);
        }
        return fields;
    }

    /// Takes out of a translated body what the kind refuses.
    /// @param foldsSystem whether only a system message at the start is read
    /// @param defaults `chat_template_kwargs` of the settings, which are sent to any kind
    public static void apply(ObjectNode body, BackendKind.Traits traits, boolean foldsSystem, ObjectNode defaults) {
        if (!traits.takesTopK()) {
            body.remove(TOP_K);
        }
        if (!traits.takesStreamOptions()) {
            body.remove("stream_options");
        }
        if (foldsSystem && body.path(MESSAGES) instanceof ArrayNode messages) {
            body.set(MESSAGES, SystemFolding.fold(messages));
        }
        if (!traits.takesTemplateKwargs() && body.path(KWARGS) instanceof ObjectNode kwargs) {
            if (traits.takesThinking()) {
                thinking(body, kwargs);
            }
            keep(body, kwargs, defaults);
        }
    }

    /// The body of a client of the chat dialect without what its backend is known to refuse.
    /// @return the very same body where nothing of that is in it
    public static ObjectNode refused(ObjectNode body, BackendKind.Traits traits, ObjectNode defaults) {
        boolean hasKwargs = !traits.takesTemplateKwargs() && hasOther(body.path(KWARGS), defaults);
        boolean hasTopK = !traits.takesTopK() && body.has(TOP_K);
        if (!traits.isStrict() || !hasKwargs && !hasTopK) {
            return body;
        }
        ObjectNode kept = body.objectNode().setAll(body);
        if (hasTopK) {
            kept.remove(TOP_K);
        }
        if (hasKwargs && body.path(KWARGS) instanceof ObjectNode kwargs) {
            keep(kept, kwargs, defaults);
        }
        return kept;
    }

    private static boolean hasOther(JsonNode kwargs, ObjectNode defaults) {
        for (Iterator<String> names = kwargs.fieldNames(); names.hasNext(); ) {
            if (!defaults.has(names.next())) {
                return true;
            }
        }
        return false;
    }

    private static void keep(ObjectNode body, ObjectNode kwargs, ObjectNode defaults) {
        ObjectNode kept = kwargs.deepCopy();
        kept.retain(defaults.properties().stream().map(Map.Entry::getKey).toList());
        if (kept.isEmpty()) {
            body.remove(KWARGS);
        } else {
            body.set(KWARGS, kept);
        }
    }

    /// Source: Z.ai API reference, "Chat Completion", `thinking`.
    private static void thinking(ObjectNode body, ObjectNode kwargs) {
        JsonNode enable = kwargs.path(ENABLE);
        JsonNode clear = kwargs.path(CLEAR);
        if (enable.isBoolean() || clear.isBoolean()) {
            ObjectNode thinking = body.withObject("thinking");
            if (enable.isBoolean() && !thinking.has("type")) {
                thinking.put("type", enable.booleanValue() ? "enabled" : "disabled");
            }
            if (clear.isBoolean() && !thinking.has(CLEAR)) {
                thinking.set(CLEAR, clear);
            }
        }
    }
}
