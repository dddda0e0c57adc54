package dev.throughline.harness.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    public void carry(ArrayNode history, JsonNode answer) {
        history.addObject().put("role", "assistant").set("content", answer.path("content"));
    }

    @Override
    public List<Call> calls(JsonNode answer) {
        return Wire.ofType(answer.path("content"), "tool_use")
                .map(block -> new Call(block.path("id").textValue(), block.path("input")))
                .toList();
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

    @Override
    public Map<String, String> headers(String key) {
        return Map.of("x-api-key", key, "authorization", "Bearer " + key, "anthropic-version", "2023-06-01");
    }

    @Override
    public JsonNode assembled(List<ObjectNode> events) {
        Map<Integer, ObjectNode> blocks = new TreeMap<>();
        Map<Integer, StringBuilder> inputs = new TreeMap<>();
        for (ObjectNode event : events) {
            int index = event.path("index").asInt();
            if (event.path("content_block") instanceof ObjectNode block) {
                blocks.put(index, block.deepCopy());
            } else if (event.path("delta") instanceof ObjectNode delta && blocks.containsKey(index)) {
                ObjectNode block = blocks.get(index);
                Stream.of("thinking", "signature", "text")
                        .filter(delta::has)
                        .forEach(name -> block.put(
                                name,
                                block.path(name).asText("") + delta.get(name).asText()));
                inputs.computeIfAbsent(index, _ -> new StringBuilder())
                        .append(delta.path("partial_json").asText(""));
            }
        }
        blocks.forEach((index, block) -> {
            String json = String.valueOf(inputs.getOrDefault(index, new StringBuilder()));
            if (!json.isEmpty()) {
                block.set("input", Wire.parse(json));
            }
        });
        ObjectNode answer = JSON.createObjectNode();
        answer.putArray("content").addAll(blocks.values());
        return answer;
    }

    @Override
    public boolean isEnd(String event) {
        return event.contains("\"message_stop\"");
    }

    @Override
    public boolean isFinished(JsonNode event) {
        return event.at("/delta/stop_reason").isTextual();
    }

    @Override
    public boolean isRefusal(JsonNode body) {
        return body.path("type").asText().equals("error") && Wire.super.isRefusal(body);
    }

    @Override
    public String thoughts(JsonNode answer) {
        return joined(answer, "thinking");
    }

    @Override
    public String text(JsonNode answer) {
        return joined(answer, "text");
    }

    private static String joined(JsonNode answer, String field) {
        return answer.path("content")
                .valueStream()
                .map(block -> block.path(field).asText(""))
                .collect(Collectors.joining());
    }
}
