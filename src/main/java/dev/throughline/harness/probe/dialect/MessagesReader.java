package dev.throughline.harness.probe.dialect;

import com.fasterxml.jackson.databind.JsonNode;

/// Reads blocks and events of Anthropic answers.
final class MessagesReader {
    private static final String THINKING = "thinking";

    private MessagesReader() {}

    /// Reads a block, whole or as a stream begins it.
    static void block(int index, JsonNode block, Listening answer) {
        switch (block.path("type").asText()) {
            case THINKING -> {
                answer.reasoning(THINKING, ChatReader.text(block.path(THINKING)));
                answer.signature(ChatReader.text(block.path("signature")));
            }
            case "text" -> answer.content(ChatReader.text(block.path("text")));
            case "tool_use" -> {
                answer.call(index, ChatReader.text(block.path("id")), ChatReader.text(block.path("name")));
                JsonNode input = block.path("input");
                answer.arguments(index, input.isEmpty() ? "" : input.toString());
            }
            default -> {}
        }
    }

    static void event(JsonNode event, Listening answer) {
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

    private static void delta(int index, JsonNode delta, Listening answer) {
        switch (delta.path("type").asText()) {
            case "thinking_delta" -> answer.reasoning(THINKING, ChatReader.text(delta.path(THINKING)));
            case "signature_delta" -> answer.signature(ChatReader.text(delta.path("signature")));
            case "text_delta" -> answer.content(ChatReader.text(delta.path("text")));
            case "input_json_delta" -> answer.arguments(index, ChatReader.text(delta.path("partial_json")));
            default -> {}
        }
    }
}
