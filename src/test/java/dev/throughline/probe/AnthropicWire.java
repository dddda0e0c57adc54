package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// Anthropic Messages.
public record AnthropicWire() implements Wire {
    private static final int MAX_TOKENS = 4096;

    @Override
    public String path() {
        return "/v1/messages";
    }

    @Override
    public ObjectNode request(ArrayNode history) {
        ObjectNode request = JSON.createObjectNode().put("model", "glm-4.7").put("max_tokens", MAX_TOKENS);
        request.set("messages", history);
        request.putArray("tools")
                .addObject()
                .put("name", "bash")
                .put("description", "Runs a command")
                .set("input_schema", Wire.shellSchema());
        return request;
    }

    @Override
    public void user(ArrayNode history, String text) {
        history.addObject().put("role", "user").put("content", text);
    }

    @Override
    public void carry(ArrayNode history, JsonNode answer) {
        history.addObject().put("role", "assistant").set("content", answer.path("content"));
    }

    @Override
    public List<Call> calls(JsonNode answer) {
        List<Call> calls = new ArrayList<>();
        for (JsonNode block : answer.path("content")) {
            if (block.path("type").asText().equals("tool_use")) {
                calls.add(new Call(block.path("id").textValue(), block.path("input")));
            }
        }
        return calls;
    }

    @Override
    public void results(ArrayNode history, List<Result> results) {
        ArrayNode content = history.addObject().put("role", "user").putArray("content");
        for (Result result : results) {
            content.addObject()
                    .put("type", "tool_result")
                    .put("tool_use_id", result.callId())
                    .put("content", result.output());
        }
    }
}
