package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.vendor.BackendKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes the thinking switches of a request in the fields of a backend kind of the same dialect; everything else is
/// unchanged. What a vendor refuses is left out by `VendorFit`, after it.
///
/// Sources: Z.ai API reference, `thinking`; DeepSeek API docs, "Thinking Mode"; OpenRouter docs, "Reasoning
/// Tokens"; the server documentation of vLLM, SGLang and llama.cpp, `chat_template_kwargs`.
final class SameDialectThinking {
    private static final String REASONING_CONTENT = "reasoning_content";
    private static final String REASONING = "reasoning";
    private static final String THINKING = "thinking";

    private final ObjectNode sent;
    private final ObjectNode defaults;
    private final List<String> dropped = new ArrayList<>();
    private ObjectNode body;

    private SameDialectThinking(ObjectNode sent, ObjectNode defaults) {
        this.sent = sent;
        this.body = sent;
        this.defaults = defaults;
    }

    /// @param body the same instance if nothing had to change
    /// @param dropped JSON pointers of what was removed
    record Fitted(ObjectNode body, List<String> dropped) {}

    /// @param body of the request; not modified
    /// @param kind what is known of the backend
    /// @param dialect of the client and the backend
    /// @param defaults the configured `chat_template_kwargs`, which are sent to any kind
    static Fitted fit(ObjectNode body, BackendKind kind, Dialect dialect, ObjectNode defaults) {
        var rules = new SameDialectThinking(body, defaults);
        if (dialect == Dialect.OPENAI_CHAT) {
            rules.chat(kind.traits());
        }
        return new Fitted(rules.body, List.copyOf(rules.dropped));
    }

    private void chat(BackendKind.Traits traits) {
        switch (traits.thinking()) {
            case TEMPLATE_KWARGS -> {
                if (traits.isTemplated()) {
                    templateThinking();
                }
                withoutEmptyReasoning();
            }
            case THINKING, THINKING_AND_CLEARING, REASONING -> ownThinking(traits);
            case NONE -> {}
        }
    }

    /// The body to modify: a shallow copy.
    private ObjectNode changed() {
        if (body == sent) {
            body = sent.objectNode();
            body.setAll(sent);
        }
        return body;
    }

    /// An empty text beside a full one: vLLM from 0.22 on prefers `reasoning`, mlx-lm 0.32 `reasoning_content`, and
    /// either loses the other for it.
    private void withoutEmptyReasoning() {
        if (!(sent.path("messages") instanceof ArrayNode messages)) {
            return;
        }
        ArrayNode kept = messages;
        for (int i = 0; i < messages.size(); i++) {
            String field = emptyBesideFull(messages.get(i));
            if (field != null) {
                dropped.add("/messages/" + i + "/" + field);
                kept = kept == messages ? messages.arrayNode().addAll(messages) : kept;
                kept.set(i, messages.get(i).<ObjectNode>deepCopy().without(field));
                changed().set("messages", kept);
            }
        }
    }

    private static @Nullable String emptyBesideFull(JsonNode message) {
        String content = message.path(REASONING_CONTENT).textValue();
        String reasoning = content == null ? null : message.path(REASONING).textValue();
        if (reasoning == null || content.isEmpty() == reasoning.isEmpty()) {
            return null;
        }
        return content.isEmpty() ? REASONING_CONTENT : REASONING;
    }

    /// The client's template options become the kind's own field.
    private void ownThinking(BackendKind.Traits traits) {
        if (!(sent.path(BackendKindRules.KWARGS) instanceof ObjectNode options)) {
            return;
        }
        ObjectNode renamed = options.objectNode();
        for (Map.Entry<String, JsonNode> option : options.properties()) {
            boolean isRenamed = BackendKindRules.isWrittenElsewhere(option.getKey(), traits)
                    && option.getValue().isBoolean()
                    && !defaults.has(option.getKey());
            if (isRenamed) {
                renamed.set(option.getKey(), option.getValue());
            }
        }
        if (!renamed.isEmpty()) {
            BackendKindRules.thinking(changed(), renamed, traits.thinking());
            ObjectNode kept = options.deepCopy();
            renamed.fieldNames().forEachRemaining(kept::remove);
            if (kept.isEmpty()) {
                changed().remove(BackendKindRules.KWARGS);
            } else {
                changed().set(BackendKindRules.KWARGS, kept);
            }
        }
    }

    /// The client's fields of hosted services become template options, unless it sets those too.
    private void templateThinking() {
        JsonNode thinking = sent.path(THINKING);
        JsonNode options = sent.path(BackendKindRules.KWARGS);
        JsonNode enable = switch (thinking.path("type").asText("")) {
            case "enabled" -> sent.booleanNode(true);
            case "disabled" -> sent.booleanNode(false);
            default -> TextNode.valueOf("");
        };
        boolean isFree = options.isMissingNode() || options.isObject();
        if (!enable.isBoolean() || !isFree || hasClientOption(BackendKindRules.ENABLE)) {
            return;
        }
        ObjectNode written = options.isObject() ? options.deepCopy() : sent.objectNode();
        written.set(BackendKindRules.ENABLE, enable);
        if (thinking.path(BackendKindRules.CLEAR).isBoolean() && !hasClientOption(BackendKindRules.CLEAR)) {
            written.set(BackendKindRules.CLEAR, thinking.path(BackendKindRules.CLEAR));
        }
        changed().<ObjectNode>without(THINKING).set(BackendKindRules.KWARGS, written);
    }

    /// Whether an option is set; one from the settings alone yields to what the client sets elsewhere.
    private boolean hasClientOption(String name) {
        JsonNode option = sent.path(BackendKindRules.KWARGS).path(name);
        return !option.isMissingNode() && !option.equals(defaults.path(name));
    }
}
