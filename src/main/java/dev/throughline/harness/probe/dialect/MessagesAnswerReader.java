package dev.throughline.harness.probe.dialect;

import com.fasterxml.jackson.databind.JsonNode;

/// Reads blocks and events of Anthropic answers.
final class MessagesAnswerReader {
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
                answer.call(index, ChatAnswerReader.text(block.path("id")), ChatAnswerReader.text(block.path("name")));
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
