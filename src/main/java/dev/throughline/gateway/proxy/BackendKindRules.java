package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.conversation.Conversation;
import dev.throughline.vendor.BackendKind;
import dev.throughline.vendor.BackendKind.ThinkingForm;
import dev.throughline.wire.HistoryField;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Adapts a chat request that was translated from another dialect to the backend's kind.
public final class BackendKindRules {
    static final String KWARGS = "chat_template_kwargs";
    static final String ENABLE = "enable_thinking";
    static final String CLEAR = "clear_thinking";
    private static final String MESSAGES = "messages";
    private static final Set<String> RETURNED = Set.of(HistoryField.REASONING.id(), HistoryField.BOTH.id());

    private BackendKindRules() {}

    /// Where the reasoning of earlier answers is written: as set, as the kind reads it, else where the model's answers
    /// have it.
    /// @param issued the field of the model's latest answer
    public static HistoryField history(BackendSettings settings, BackendKind.Traits traits, Optional<String> issued) {
        HistoryField field = settings.reasoningField() == HistoryField.AS_SENT
                ? HistoryField.of(traits.readsBack())
                : settings.reasoningField();
        return field != HistoryField.AS_SENT
                ? field
                : issued.filter(RETURNED::contains).map(HistoryField::of).orElse(field);
    }

    /// The client's switches that the kind has no field for: JSON pointers into its request.
    /// @param request as received
    /// @param defaults the configured `chat_template_kwargs`, which are sent to any kind
    public static List<String> dropped(Conversation request, BackendKind.Traits traits, ObjectNode defaults) {
        List<String> dropped = new ArrayList<>();
        ObjectNode body = request.body();
        if (!traits.takesTemplateKwargs()) {
            body.path(KWARGS).fieldNames().forEachRemaining(name -> {
                if (!isWrittenElsewhere(name, traits) && !defaults.has(name)) {
                    dropped.add(pointer(name));
                }
            });
            dropped.addAll(thinkingOf(body, traits, defaults));
        }
        return dropped;
    }

    /// Whether a template option is written in a field specific to the kind.
    static boolean isWrittenElsewhere(String option, BackendKind.Traits traits) {
        return switch (option) {
            case ENABLE -> traits.thinking() != ThinkingForm.NONE;
            case CLEAR -> traits.thinking().saysClearing();
            default -> false;
        };
    }

    /// The pointer of a template option.
    static String pointer(String option) {
        return "/" + KWARGS + "/" + option.replace("~", "~0").replace("/", "~1");
    }

    /// Fields of other dialects that would be sent as `chat_template_kwargs`.
    private static List<String> thinkingOf(ObjectNode body, BackendKind.Traits traits, ObjectNode defaults) {
        List<String> fields = new ArrayList<>();
        JsonNode thinking = body.path("thinking");
        if (thinking.path("type").isTextual() && !isWrittenElsewhere(ENABLE, traits) && !defaults.has(ENABLE)) {
            fields.add("/thinking/type");
        }
        if (thinking.path(CLEAR).isBoolean() && !isWrittenElsewhere(CLEAR, traits) && !defaults.has(CLEAR)) {
            fields.add("/thinking/" + CLEAR);
        }
        return fields;
    }

    /// Writes a translated body in the fields of the kind.
    /// @param foldsSystem whether only a system message at the start is read
    /// @param defaults the configured `chat_template_kwargs`, which are sent to any kind
    public static void apply(ObjectNode body, BackendKind.Traits traits, boolean foldsSystem, ObjectNode defaults) {
        if (!traits.takesStreamOptions()) {
            body.remove("stream_options");
        }
        if (foldsSystem && body.path(MESSAGES) instanceof ArrayNode messages) {
            body.set(MESSAGES, SystemFolding.fold(messages));
        }
        if (!traits.takesTemplateKwargs() && body.path(KWARGS) instanceof ObjectNode kwargs) {
            thinking(body, kwargs, traits.thinking());
            keep(body, kwargs, defaults);
        }
    }

    /// Reduces the template options to those that the settings define.
    static void keep(ObjectNode body, ObjectNode kwargs, ObjectNode defaults) {
        ObjectNode kept = kwargs.deepCopy();
        kept.retain(defaults.properties().stream().map(Map.Entry::getKey).toList());
        if (kept.isEmpty()) {
            body.remove(KWARGS);
        } else {
            body.set(KWARGS, kept);
        }
    }

    /// Writes the thinking switches among the options to the kind's own field, unless that is already set.
    /// Source: Z.ai API reference, "Chat Completion", `thinking`; DeepSeek API docs, "Thinking Mode";
    /// OpenRouter docs, "Reasoning Tokens".
    static void thinking(ObjectNode body, JsonNode options, ThinkingForm form) {
        JsonNode enable = options.path(ENABLE);
        JsonNode clear = options.path(CLEAR);
        switch (form) {
            case THINKING, THINKING_AND_CLEARING -> {
                String type = enable.booleanValue() ? "enabled" : "disabled";
                put(body, "thinking", "type", enable.isBoolean() ? TextNode.valueOf(type) : enable);
                put(body, "thinking", CLEAR, form.saysClearing() ? clear : MissingNode.getInstance());
            }
            case REASONING -> {
                if (!body.path("reasoning").has("effort") && !body.has("reasoning_effort")) {
                    put(body, "reasoning", "enabled", enable);
                }
            }
            case TEMPLATE_KWARGS, NONE -> {}
        }
    }

    private static void put(ObjectNode body, String holder, String field, JsonNode value) {
        boolean isFree = body.path(holder).isMissingNode() || body.path(holder).isObject();
        if ((value.isBoolean() || value.isTextual())
                && isFree
                && !body.path(holder).has(field)) {
            ObjectNode copy = body.objectNode();
            copy.setAll((ObjectNode) (body.path(holder).isObject() ? body.path(holder) : copy.objectNode()));
            copy.set(field, value);
            body.set(holder, copy);
        }
    }
}
