package dev.throughline.harness.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;

/// OpenAI Responses, with all items sent back.
public record ResponsesWire() implements Wire {
    @Override
    public String path() {
        return "/v1/responses";
    }

    @Override
    public ObjectNode request(ArrayNode history) {
        ObjectNode request = JSON.createObjectNode().put("model", "glm-4.7").put("store", false);
        request.putArray("include").add("reasoning.encrypted_content");
        request.set("input", history);
        request.putArray("tools")
                .addObject()
                .put("type", "function")
                .put("name", "bash")
                .put("description", "Runs a command")
                .set("parameters", Wire.shellSchema());
        return request;
    }

    @Override
    public void carry(ArrayNode history, JsonNode answer) {
        answer.path("output").forEach(history::add);
    }

    @Override
    public List<Call> calls(JsonNode answer) {
        return Wire.ofType(answer.path("output"), "function_call")
                .map(item -> Call.of(item.path("call_id"), item.path("arguments")))
                .toList();
    }

    @Override
    public void results(ArrayNode history, List<Result> results) {
        for (Result result : results) {
            history.addObject()
                    .put("type", "function_call_output")
                    .put("call_id", result.callId())
                    .put("output", result.output());
        }
    }

    @Override
    public JsonNode assembled(List<ObjectNode> events) {
        ObjectNode answer = JSON.createObjectNode();
        answer.putArray("output")
                .addAll(events.stream()
                        .filter(event -> event.path("type").asText().equals("response.output_item.done"))
                        .map(event -> event.path("item"))
                        .toList());
        return answer;
    }

    @Override
    public boolean isEnd(String event) {
        return event.contains("\"response.completed\"");
    }

    @Override
    public boolean isFinished(JsonNode event) {
        return event.path("type").asText().equals("response.completed");
    }

    @Override
    public String text(JsonNode answer) {
        return Wire.ofType(answer.path("output"), "message")
                .flatMap(item -> item.path("content").valueStream())
                .map(part -> part.path("text").asText(""))
                .collect(Collectors.joining());
    }

    @Override
    public String thoughts(JsonNode answer) {
        return Wire.ofType(answer.path("output"), "reasoning")
                .map(item -> item.path("content").isEmpty() ? item.path("summary") : item.path("content"))
                .flatMap(JsonNode::valueStream)
                .map(part -> part.path("text").asText(""))
                .collect(Collectors.joining());
    }
}
