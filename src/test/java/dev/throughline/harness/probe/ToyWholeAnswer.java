package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Writes a toy answer whole.
final class ToyWholeAnswer {
    static final JsonMapper JSON = new JsonMapper();

    private ToyWholeAnswer() {}

    static ObjectNode of(ServerDialect dialect, ToyAnswer answer, boolean hasUsage) {
        ObjectNode body = JSON.createObjectNode().put("id", "toy").put("model", "toy-glm-4.7");
        switch (dialect) {
            case CHAT -> chat(body, answer);
            case MESSAGES -> messages(body, answer);
            case RESPONSES -> responses(body, answer);
        }
        if (hasUsage) {
            usage(dialect, body.putObject("usage"), answer);
        }
        return body;
    }

    static ObjectNode usage(ServerDialect dialect, ObjectNode usage, ToyAnswer answer) {
        return switch (dialect) {
            case CHAT -> usage.put("prompt_tokens", answer.promptTokens()).put("completion_tokens", 9);
            case MESSAGES ->
                usage.put("input_tokens", 4)
                        .put("cache_read_input_tokens", answer.promptTokens() - 4)
                        .put("output_tokens", 9);
            case RESPONSES -> usage.put("input_tokens", answer.promptTokens()).put("output_tokens", 9);
        };
    }

    private static void chat(ObjectNode body, ToyAnswer answer) {
        ObjectNode choice = body.putArray("choices").addObject().put("index", 0).put("finish_reason", answer.finish());
        ObjectNode message =
                choice.putObject("message").put("role", "assistant").put("content", answer.content());
        if (!answer.reasoning().isEmpty()) {
            message.put(answer.field(), answer.reasoning());
        }
        if (answer.hasCall()) {
            ObjectNode call = message.putArray("tool_calls")
                    .addObject()
                    .put("id", "call_toy")
                    .put("type", "function");
            call.putObject("function").put("name", ProbeHistories.TOOL).put("arguments", answer.call());
        }
    }

    private static void messages(ObjectNode body, ToyAnswer answer) {
        body.put("type", "message").put("stop_reason", stopReason(answer));
        ArrayNode content = body.putArray("content");
        if (!answer.reasoning().isEmpty()) {
            content.addObject()
                    .put("type", "thinking")
                    .put("thinking", answer.reasoning())
                    .put("signature", "c2ln");
        }
        if (!answer.content().isEmpty()) {
            content.addObject().put("type", "text").put("text", answer.content());
        }
        if (answer.hasCall()) {
            content.addObject()
                    .put("type", "tool_use")
                    .put("id", "toolu_toy")
                    .put("name", ProbeHistories.TOOL)
                    .putObject("input")
                    .put("place", "Oslo");
        }
    }

    static String stopReason(ToyAnswer answer) {
        return answer.finish().equals("tool_calls") ? "tool_use" : "end_turn";
    }

    private static void responses(ObjectNode body, ToyAnswer answer) {
        body.put("object", "response").put("status", "completed");
        ArrayNode output = body.putArray("output");
        if (!answer.reasoning().isEmpty()) {
            output.addObject()
                    .put("type", "reasoning")
                    .putArray("content")
                    .addObject()
                    .put("type", "reasoning_text")
                    .put("text", answer.reasoning());
        }
        if (!answer.content().isEmpty()) {
            output.addObject()
                    .put("type", "message")
                    .putArray("content")
                    .addObject()
                    .put("type", "output_text")
                    .put("text", answer.content());
        }
        if (answer.hasCall()) {
            output.addObject()
                    .put("type", "function_call")
                    .put("call_id", "call_toy")
                    .put("name", ProbeHistories.TOOL)
                    .put("arguments", answer.call());
        }
    }
}
