package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.TemplateKwargs;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Translates a request of another dialect to a Messages request. The package's table describes the
/// handling of each field.
final class AnthropicTranslatedBody {
    /// The limit is required by the dialect. This value leaves room for the largest thinking budget, and
    /// every thinking model accepts it.
    static final int DEFAULT_MAX_TOKENS = 32_000;

    private static final List<String> SAMPLING = List.of("temperature", "top_p", "top_k");

    private final Conversation request;
    private final ObjectNode sent;
    private final ObjectNode body = JsonNodeFactory.instance.objectNode();

    private AnthropicTranslatedBody(Conversation request) {
        this.request = request;
        sent = request.body();
    }

    public static ObjectNode of(Conversation request, Adaptation adaptation) {
        return new AnthropicTranslatedBody(request).write(adaptation);
    }

    private ObjectNode write(Adaptation adaptation) {
        int maxTokens = request.maxTokens().orElse(DEFAULT_MAX_TOKENS);
        body.put("model", request.model()).put("max_tokens", maxTokens).put("stream", request.stream());
        var anthropicTurns = new AnthropicTurns(request, adaptation);
        request.messages().forEach(anthropicTurns::add);
        anthropicTurns.system().ifPresent(system -> body.set("system", system));
        body.set("messages", anthropicTurns.messages());
        tools();
        options();
        format();
        copy(TemplateKwargs.FIELD);
        TemplateKwargs.fill(body, sent, adaptation.templateKwargs());
        AnthropicThinkingOption.of(request, body, maxTokens).ifPresent(thinking -> body.set("thinking", thinking));
        return body;
    }

    private void tools() {
        if (request.tools().isEmpty()) {
            return;
        }
        ArrayNode tools = body.putArray("tools");
        request.tools().forEach(tool -> tools.add(tool(tool)));
        ObjectNode choice = choice();
        boolean isSingle = sent.path("parallel_tool_calls").isBoolean()
                && !sent.path("parallel_tool_calls").booleanValue();
        if (isSingle && !(request.toolChoice() instanceof ToolChoice.None)) {
            choice.put("disable_parallel_tool_use", true);
        }
        if (choice.size() > 1 || !(request.toolChoice() instanceof ToolChoice.Auto)) {
            body.set("tool_choice", choice);
        }
    }

    private static ObjectNode tool(Tool tool) {
        ObjectNode written = JsonNodeFactory.instance.objectNode().put("name", tool.name());
        if (!tool.description().isEmpty()) {
            written.put("description", tool.description());
        }
        if (tool.schema().isEmpty()) {
            written.putObject("input_schema").put("type", "object").putObject("properties");
        } else {
            written.set("input_schema", tool.schema().deepCopy());
        }
        return written;
    }

    private ObjectNode choice() {
        ObjectNode choice = JsonNodeFactory.instance.objectNode();
        return switch (request.toolChoice()) {
            case ToolChoice.Auto _ -> choice.put("type", "auto");
            case ToolChoice.None _ -> choice.put("type", "none");
            case ToolChoice.Required _ -> choice.put("type", "any");
            case ToolChoice.Named(String name) -> choice.put("type", "tool").put("name", name);
        };
    }

    private void options() {
        SAMPLING.forEach(this::copy);
        JsonNode stop = sent.path("stop");
        if (stop.isTextual()) {
            body.putArray("stop_sequences").add(stop.textValue());
        } else if (stop.isArray() && !stop.isEmpty()) {
            body.set("stop_sequences", stop.deepCopy());
        }
        if (sent.path("user").isTextual()) {
            body.putObject("metadata").put("user_id", sent.path("user").textValue());
        }
    }

    /// The schema of the answer. A request for arbitrary JSON has no counterpart.
    private void format() {
        JsonNode chat = sent.path("response_format").path("json_schema");
        JsonNode format = chat.isObject() ? chat : sent.path("text").path("format");
        if (format.path("schema").isObject()) {
            ObjectNode written = body.putObject("output_config").putObject("format");
            written.put("type", "json_schema")
                    .set("schema", format.path("schema").deepCopy());
        }
    }

    private void copy(String field) {
        if (sent.hasNonNull(field)) {
            body.set(field, sent.path(field).deepCopy());
        }
    }

    /// The `thinking` option for a request of another dialect: its own `thinking` object unchanged; otherwise
    /// `disabled` if thinking is switched off; otherwise a budget for its effort. A budget is at least 1024
    /// tokens and below `max_tokens`, and a forced call allows none; if no budget fits, the option is omitted.
    /// Source: the Anthropic API reference, "Extended thinking".
    private static final class AnthropicThinkingOption {
        private static final int LEAST_BUDGET = 1024;
        private static final String SWITCH = "enable_thinking";

        private AnthropicThinkingOption() {}

        /// @param body the body being built, with its `chat_template_kwargs`
        static Optional<JsonNode> of(Conversation request, ObjectNode body, int maxTokens) {
            ObjectNode sent = request.body();
            if (sent.path("thinking").isObject()) {
                return Optional.of(sent.path("thinking").deepCopy());
            }
            String effort = effort(sent);
            boolean isOff = isFalse(sent.path(SWITCH))
                    || isFalse(body.path(TemplateKwargs.FIELD).path(SWITCH));
            if (isOff || effort.equals("none")) {
                return Optional.of(option("disabled"));
            }
            OptionalInt budget = budget(effort);
            if (budget.isEmpty() || maxTokens <= LEAST_BUDGET || isForced(request)) {
                return Optional.empty();
            }
            return Optional.of(option("enabled").put("budget_tokens", Math.min(budget.getAsInt(), maxTokens - 1)));
        }

        private static String effort(ObjectNode sent) {
            JsonNode effort = sent.path("reasoning_effort");
            return (effort.isTextual() ? effort : sent.path("reasoning").path("effort")).asText();
        }

        private static OptionalInt budget(String effort) {
            return switch (effort) {
                case "minimal", "low" -> OptionalInt.of(LEAST_BUDGET);
                case "medium" -> OptionalInt.of(8_192);
                case "high" -> OptionalInt.of(16_384);
                case "xhigh", "max" -> OptionalInt.of(32_768);
                default -> OptionalInt.empty();
            };
        }

        private static boolean isForced(Conversation request) {
            return !request.tools().isEmpty()
                    && switch (request.toolChoice()) {
                        case ToolChoice.Required _, ToolChoice.Named _ -> true;
                        case ToolChoice.Auto _, ToolChoice.None _ -> false;
                    };
        }

        private static boolean isFalse(JsonNode value) {
            return value.isBoolean() && !value.booleanValue();
        }

        private static ObjectNode option(String type) {
            return JsonNodeFactory.instance.objectNode().put("type", type);
        }
    }
}
