package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.backend.settings.BackendKind;
import dev.throughline.conversation.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Adapts a request to a backend kind of the same dialect: what the kind is known to reject is removed,
/// fields with another name are renamed, everything else is unchanged. The rules are those of
/// `translation.md`.
///
/// Sources: OpenAI API reference, "Create chat completion" (other arguments are refused: "Unrecognized request
/// argument supplied"; `max_tokens` "is not compatible with o-series models"); Anthropic API ("Extra inputs are not
/// permitted"); Z.ai API reference, `thinking`; DeepSeek API docs, "Thinking Mode"; OpenRouter docs, "Reasoning
/// Tokens"; the server documentation of vLLM, SGLang and llama.cpp, `chat_template_kwargs`; for `moonshot` see
/// `FixedSampling`. Measured: vLLM 0.32.0 answers `encrypted_content` with 400.
public final class SameDialectRules {
    /// Fields that open model servers define beyond the dialect, and OpenAI does not.
    private static final List<String> OF_SERVERS = List.of(
            "top_k",
            "min_p",
            "repetition_penalty",
            "enable_thinking",
            "clear_thinking",
            "thinking",
            "include_reasoning",
            "separate_reasoning",
            "stop_token_ids",
            "min_tokens",
            "ignore_eos",
            "skip_special_tokens",
            "cache_prompt");

    /// Fields that other servers of the Anthropic dialect accept, and Anthropic's own service does not.
    private static final List<String> NOT_ANTHROPIC =
            List.of("enable_thinking", "clear_thinking", "response_format", "reasoning_effort", "extra_body");

    private static final List<String> REASONING =
            List.of("reasoning_content", "reasoning", "reasoning_text", "reasoning_details");
    private static final List<String> TEXTS = List.of("reasoning_content", "reasoning");
    private static final String ENCRYPTED = "encrypted_content";
    private static final Pattern REASONING_MODELS = Pattern.compile("(?:o[1-9]|gpt-5)(?:[.-].*)?");
    private static final String LIMIT = "max_tokens";
    private static final String LATER_LIMIT = "max_completion_tokens";
    private static final String THINKING = "thinking";

    private final ObjectNode sent;
    private final ObjectNode defaults;
    private final List<String> dropped = new ArrayList<>();
    private ObjectNode body;

    private SameDialectRules(ObjectNode sent, ObjectNode defaults) {
        this.sent = sent;
        this.body = sent;
        this.defaults = defaults;
    }

    /// @param body the same instance if nothing had to change
    /// @param dropped JSON pointers of what was removed
    public record Fitted(ObjectNode body, List<String> dropped) {}

    /// @param body of the request; not modified
    /// @param kind what is known of the backend
    /// @param dialect of the client and the backend
    /// @param model the backend's name for the model
    /// @param defaults the configured `chat_template_kwargs`, which are sent to any kind
    public static Fitted fit(ObjectNode body, BackendKind kind, Dialect dialect, String model, ObjectNode defaults) {
        var rules = new SameDialectRules(body, defaults);
        boolean isChat = dialect == Dialect.OPENAI_CHAT;
        switch (kind) {
            case OPENAI -> {
                if (dialect != Dialect.ANTHROPIC) {
                    rules.without(OF_SERVERS);
                    rules.withoutOptions();
                }
                if (isChat) {
                    rules.limit();
                }
            }
            case ANTHROPIC -> {
                if (dialect == Dialect.ANTHROPIC) {
                    rules.anthropic();
                }
            }
            case ZAI, DEEPSEEK, OPENROUTER -> {
                if (isChat) {
                    rules.ownThinking(kind.traits());
                }
            }
            case VLLM, SGLANG, LLAMA_CPP -> {
                if (isChat) {
                    rules.templateThinking();
                    rules.withoutEmptyReasoning();
                } else if (kind == BackendKind.VLLM && dialect == Dialect.RESPONSES) {
                    rules.without(
                            "input",
                            item -> item.path("type").asText("").equals("reasoning") && item.hasNonNull(ENCRYPTED)
                                    ? List.of(ENCRYPTED)
                                    : List.of());
                }
            }
            case MOONSHOT -> {
                if (isChat) {
                    boolean isThinkingOff = body.at("/thinking/type").asText("").equals("disabled");
                    rules.without(FixedSampling.rejected(kind, model, body, isThinkingOff));
                }
            }
            case OTHER, AUTO -> {
                if (isChat) {
                    rules.withoutEmptyReasoning();
                }
            }
        }
        return new Fitted(rules.body, List.copyOf(rules.dropped));
    }

    /// Renames the token limit for the models that reject the older name.
    /// @param body modified in place
    public static void renameLimit(ObjectNode body) {
        if (needsLaterLimit(body)) {
            body.set(LATER_LIMIT, body.remove(LIMIT));
        }
    }

    private static boolean needsLaterLimit(ObjectNode body) {
        return REASONING_MODELS.matcher(body.path("model").asText("")).matches()
                && body.hasNonNull(LIMIT)
                && !body.has(LATER_LIMIT);
    }

    /// The body to modify: a shallow copy.
    private ObjectNode changed() {
        if (body == sent) {
            body = sent.objectNode();
            body.setAll(sent);
        }
        return body;
    }

    private void without(List<String> fields) {
        for (String field : fields) {
            if (body.has(field)) {
                changed().remove(field);
                dropped.add("/" + field);
            }
        }
    }

    private void withoutOptions() {
        if (!(sent.path(BackendKindRules.KWARGS) instanceof ObjectNode options)) {
            return;
        }
        List<String> refused = new ArrayList<>();
        options.fieldNames().forEachRemaining(name -> {
            if (!defaults.has(name)) {
                refused.add(BackendKindRules.pointer(name));
            }
        });
        if (!refused.isEmpty() || options.isEmpty()) {
            BackendKindRules.keep(changed(), options, defaults);
            dropped.addAll(refused);
        }
    }

    private void limit() {
        if (needsLaterLimit(body)) {
            renameLimit(changed());
        }
    }

    private void anthropic() {
        without(NOT_ANTHROPIC);
        withoutOptions();
        if (body.path(THINKING).has(BackendKindRules.CLEAR)) {
            ObjectNode thinking = body.path(THINKING).deepCopy();
            thinking.remove(BackendKindRules.CLEAR);
            changed().set(THINKING, thinking);
            dropped.add("/" + THINKING + "/" + BackendKindRules.CLEAR);
        }
        without("messages", message -> REASONING.stream().filter(message::has).toList());
    }

    /// An empty text beside a full one: vLLM from 0.22 on prefers `reasoning`, mlx-lm 0.32 `reasoning_content`, and
    /// either loses the other for it.
    private void withoutEmptyReasoning() {
        without("messages", message -> {
            List<String> fields = TEXTS.stream()
                    .filter(name -> message.path(name).isTextual())
                    .toList();
            List<String> empty = fields.stream()
                    .filter(name -> message.path(name).textValue().isEmpty())
                    .toList();
            return empty.size() < fields.size() ? empty : List.of();
        });
    }

    /// Leaves fields out of the elements of an array.
    /// @param refused the fields of an element
    private void without(String array, Function<JsonNode, List<String>> refused) {
        if (!(sent.path(array) instanceof ArrayNode elements)) {
            return;
        }
        ArrayNode kept = elements.arrayNode();
        int before = dropped.size();
        for (int i = 0; i < elements.size(); i++) {
            JsonNode element = elements.get(i);
            List<String> fields = refused.apply(element);
            for (String field : fields) {
                dropped.add("/" + array + "/" + i + "/" + field);
            }
            kept.add(fields.isEmpty() ? element : without((ObjectNode) element, fields));
        }
        if (dropped.size() > before) {
            changed().set(array, kept);
        }
    }

    private static ObjectNode without(ObjectNode message, List<String> fields) {
        ObjectNode copy = message.objectNode();
        copy.setAll(message);
        return copy.remove(fields);
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
        changed().remove(THINKING);
        changed().set(BackendKindRules.KWARGS, written);
    }

    /// Whether an option is set; one from the settings alone yields to what the client sets elsewhere.
    private boolean hasClientOption(String name) {
        JsonNode option = sent.path(BackendKindRules.KWARGS).path(name);
        return !option.isMissingNode() && !option.equals(defaults.path(name));
    }
}
