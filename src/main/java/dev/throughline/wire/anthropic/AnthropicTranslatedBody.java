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
}
