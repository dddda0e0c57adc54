package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.BackendKind;
import dev.throughline.backend.BackendSettings;
import dev.throughline.wire.HistoryField;

/// Fits a chat request that was translated from another dialect to the kind of backend that gets it. What a client of
/// the same dialect wrote is its own business and stays.
public final class KindRules {
    private static final String KWARGS = "chat_template_kwargs";

    private KindRules() {}

    /// Where the reasoning of earlier answers is written.
    public static HistoryField history(BackendSettings settings, BackendKind.Traits traits) {
        return settings.reasoningField() == HistoryField.AS_SENT ? traits.readsBack() : settings.reasoningField();
    }

    /// Takes out of a translated body what the kind refuses.
    /// @param defaults `chat_template_kwargs` of the settings, which are sent to any kind
    public static void apply(ObjectNode body, BackendKind.Traits traits, ObjectNode defaults) {
        if (!traits.takesTopK()) {
            body.remove("top_k");
        }
        if (!traits.takesTemplateKwargs() && body.path(KWARGS) instanceof ObjectNode kwargs) {
            if (traits.takesThinking()) {
                thinking(body, kwargs);
            }
            ObjectNode kept = kwargs.deepCopy();
            kept.retain(defaults.properties().stream()
                    .map(java.util.Map.Entry::getKey)
                    .toList());
            if (kept.isEmpty()) {
                body.remove(KWARGS);
            } else {
                body.set(KWARGS, kept);
            }
        }
    }

    /// Source: Z.ai API reference, "Chat Completion", `thinking`.
    private static void thinking(ObjectNode body, ObjectNode kwargs) {
        JsonNode enable = kwargs.path("enable_thinking");
        JsonNode clear = kwargs.path("clear_thinking");
        if (enable.isBoolean() || clear.isBoolean()) {
            ObjectNode thinking = body.withObject("thinking");
            if (enable.isBoolean() && !thinking.has("type")) {
                thinking.put("type", enable.booleanValue() ? "enabled" : "disabled");
            }
            if (clear.isBoolean() && !thinking.has("clear_thinking")) {
                thinking.set("clear_thinking", clear);
            }
        }
    }
}
