package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import java.util.List;
import java.util.OptionalInt;

/// Anthropic messages.
record MessagesDialectClient() implements DialectClient {
    private static final String UNSIGNED = "cHJvYmU=";

    @Override
    public ServerDialect dialect() {
        return ServerDialect.MESSAGES;
    }

    @Override
    public ObjectNode body(ProbeRequest probeRequest) {
        ObjectNode body = Json.TREES
                .createObjectNode()
                .put("model", probeRequest.model())
                .put("temperature", 0)
                .put("max_tokens", probeRequest.maxTokens())
                .put("system", SYSTEM);
        ArrayNode messages = body.putArray("messages");
        probeRequest.history().forEach(probeTurn -> message(messages.addObject(), probeTurn, probeRequest));
        body.putArray("tools")
                .addObject()
                .put("name", ProbeHistories.TOOL)
                .put("description", ProbeHistories.TOOL_DESCRIPTION)
                .set("input_schema", DialectClient.parameters());
        if (probeRequest.isStreamed()) {
            body.put("stream", true);
        }
        body.setAll(probeRequest.extras());
        return body;
    }

    private static void message(ObjectNode message, ProbeTurn probeTurn, ProbeRequest probeRequest) {
        switch (probeTurn) {
            case ProbeTurn.User(String text)
            when probeRequest.hasArrays() ->
                DialectClient.parts(message.put("role", "user").putArray("content"), "text", text);
            case ProbeTurn.User(String text) -> message.put("role", "user").put("content", text);
            case ProbeTurn.Result(String id, String text) ->
                message.put("role", "user")
                        .putArray("content")
                        .addObject()
                        .put("type", "tool_result")
                        .put("tool_use_id", id)
                        .put("content", text);
            case ProbeTurn.Assistant assistant ->
                blocks(message.put("role", "assistant").putArray("content"), assistant, probeRequest.placement());
        }
    }

    private static void blocks(ArrayNode blocks, ProbeTurn.Assistant said, ReasoningPlacement reasoningPlacement) {
        if (reasoningPlacement == ReasoningPlacement.THINKING_BLOCK
                && !said.reasoning().isEmpty()) {
            blocks.addObject()
                    .put("type", "thinking")
                    .put("thinking", said.reasoning())
                    .put("signature", said.signature().isEmpty() ? UNSIGNED : said.signature());
        }
        if (!said.text().isEmpty()) {
            blocks.addObject().put("type", "text").put("text", said.text());
        }
        for (ProbeTurn.Call call : said.calls()) {
            blocks.addObject()
                    .put("type", "tool_use")
                    .put("id", call.id())
                    .put("name", call.name())
                    .set("input", DialectClient.object(call.arguments()));
        }
    }

    @Override
    public boolean isAnswer(JsonNode body) {
        return body.path("content").isArray();
    }

    @Override
    public ProbeAnswer whole(JsonNode body) {
        var answer = new AnswerCollector();
        int index = 0;
        for (JsonNode block : body.path("content")) {
            MessagesAnswerReader.block(index++, block, answer);
        }
        answer.finish(body.path("stop_reason"));
        answer.usage(body.path("usage"));
        answer.end();
        return answer.probeAnswer();
    }

    @Override
    public ProbeAnswer streamed(List<String> frames) {
        var answer = new AnswerCollector();
        frames.forEach(frame ->
                SseFrameReader.json(frame, answer).ifPresent(event -> MessagesAnswerReader.event(event, answer)));
        return answer.probeAnswer();
    }

    @Override
    public OptionalInt promptTokens(JsonNode body) {
        return DialectClient.sum(
                body.path("usage"), "input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens");
    }

    /// Reads blocks and events of Anthropic answers.
    static final class MessagesAnswerReader {
        private static final String THINKING = "thinking";

        private MessagesAnswerReader() {}

        /// Reads a block, complete or as it begins in a stream.
        static void block(int index, JsonNode block, AnswerCollector answer) {
            switch (block.path("type").asText()) {
                case THINKING -> {
                    answer.reasoning(THINKING, ChatAnswerReader.text(block.path(THINKING)));
                    answer.signature(ChatAnswerReader.text(block.path("signature")));
                }
                case "text" -> answer.content(ChatAnswerReader.text(block.path("text")));
                case "tool_use" -> {
                    answer.call(
                            index, ChatAnswerReader.text(block.path("id")), ChatAnswerReader.text(block.path("name")));
                    JsonNode input = block.path("input");
                    answer.arguments(index, input.isEmpty() ? "" : input.toString());
                }
                default -> {}
            }
        }

        static void event(JsonNode event, AnswerCollector answer) {
            int index = event.path("index").asInt();
            switch (event.path("type").asText()) {
                case "message_start" -> answer.usage(event.path("message").path("usage"));
                case "content_block_start" -> block(index, event.path("content_block"), answer);
                case "content_block_delta" -> delta(index, event.path("delta"), answer);
                case "message_delta" -> {
                    answer.finish(event.path("delta").path("stop_reason"));
                    answer.usage(event.path("usage"));
                }
                case "message_stop" -> answer.end();
                case "error" ->
                    answer.failure("an error inside the stream: "
                            + event.path("error").path("message").asText());
                default -> {}
            }
        }

        private static void delta(int index, JsonNode delta, AnswerCollector answer) {
            switch (delta.path("type").asText()) {
                case "thinking_delta" -> answer.reasoning(THINKING, ChatAnswerReader.text(delta.path(THINKING)));
                case "signature_delta" -> answer.signature(ChatAnswerReader.text(delta.path("signature")));
                case "text_delta" -> answer.content(ChatAnswerReader.text(delta.path("text")));
                case "input_json_delta" -> answer.arguments(index, ChatAnswerReader.text(delta.path("partial_json")));
                default -> {}
            }
        }
    }
}
