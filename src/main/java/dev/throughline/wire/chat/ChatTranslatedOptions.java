package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Translates the options of a request of another dialect. Fields that the client's dialect does not define
/// belong to the backend (`top_k`, `seed`, `chat_template_kwargs`, …) and pass unchanged, like those of the
/// same name and meaning.
final class ChatTranslatedOptions {
    private static final String RESPONSE_FORMAT = "response_format";

    /// Fields of an Anthropic request that are translated or dropped.
    private static final Set<String> ANTHROPIC = Set.of(
            "model",
            "messages",
            "system",
            "tools",
            "tool_choice",
            "max_tokens",
            "stop_sequences",
            "stream",
            "stream_options",
            "metadata",
            "thinking",
            "output_config",
            "output_format",
            "context_management",
            "container",
            "mcp_servers",
            "service_tier",
            "cache_control",
            "betas",
            "anthropic_beta",
            "anthropic_version",
            "inference_geo",
            "speed",
            "n");

    /// Fields of a Responses request that are translated or dropped.
    private static final Set<String> RESPONSES = Set.of(
            "model",
            "input",
            "instructions",
            "messages",
            "tools",
            "tool_choice",
            "parallel_tool_calls",
            "max_output_tokens",
            "max_tool_calls",
            "stream",
            "stream_options",
            "reasoning",
            "text",
            "include",
            "store",
            "previous_response_id",
            "conversation",
            "prompt",
            "background",
            "truncation",
            "metadata",
            "client_metadata",
            "context_management",
            "service_tier",
            "prompt_cache_key",
            "prompt_cache_retention",
            "safety_identifier",
            "top_logprobs",
            "n");

    private ChatTranslatedOptions() {}

    static void write(Conversation request, ObjectNode body) {
        ObjectNode sent = request.body();
        request.maxTokens().ifPresent(limit -> body.put("max_tokens", limit));
        Set<String> own = request.dialect() == Dialect.ANTHROPIC ? ANTHROPIC : RESPONSES;
        for (Map.Entry<String, JsonNode> field : sent.properties()) {
            if (!own.contains(field.getKey()) && !field.getValue().isNull()) {
                body.putIfAbsent(field.getKey(), field.getValue());
            }
        }
        String effort = ChatTranslatedThinking.effort(request);
        if (!effort.isEmpty() && !effort.equals("none") && !body.has("reasoning_effort")) {
            body.put("reasoning_effort", effort);
        }
        if (request.dialect() == Dialect.ANTHROPIC) {
            anthropic(sent, body);
        } else {
            format(sent.path("text").path("format"), body);
        }
        stream(request, body);
    }

    private static void anthropic(ObjectNode sent, ObjectNode body) {
        if (sent.path("stop_sequences").isArray()
                && !sent.path("stop_sequences").isEmpty()) {
            body.putIfAbsent("stop", sent.path("stop_sequences"));
        }
        JsonNode user = sent.path("metadata").path("user_id");
        if (user.isTextual()) {
            body.putIfAbsent("user", user);
        }
        JsonNode format = sent.path("output_config").path("format");
        format(format.isObject() ? format : sent.path("output_format"), body);
    }

    /// The response format. Chat requires a name for a schema; one without a name is called `answer`.
    private static void format(JsonNode format, ObjectNode body) {
        String type = format.path("type").asText();
        if (body.has(RESPONSE_FORMAT) || !Set.of("json_schema", "json_object").contains(type)) {
            return;
        }
        ObjectNode written = body.putObject(RESPONSE_FORMAT).put("type", type);
        if (type.equals("json_schema")) {
            ObjectNode schema =
                    written.putObject(type).put("name", format.path("name").asText("answer"));
            for (String field : List.of("description", "schema", "strict")) {
                if (format.hasNonNull(field)) {
                    schema.set(field, format.path(field));
                }
            }
        }
    }

    private static void stream(Conversation request, ObjectNode body) {
        body.put("stream", request.stream());
        if (request.stream()) {
            body.putObject("stream_options").put("include_usage", true);
        }
    }
}
