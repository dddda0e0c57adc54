package dev.throughline.harness.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// OpenAI Chat Completions.
public record ChatWire() implements Wire {
    /// Texts that come whole, and may be repeated.
    private static final Set<String> REPLACED = Set.of("role", "type", "id", "name", "format");

    @Override
    public String path() {
        return "/v1/chat/completions";
    }

    @Override
    public ObjectNode request(ArrayNode history) {
        ObjectNode request = JSON.createObjectNode().put("model", "glm-4.7");
        request.set("messages", history);
        ObjectNode function =
                request.putArray("tools").addObject().put("type", "function").putObject("function");
        function.put("name", "bash").put("description", "Runs a command").set("parameters", Wire.shellSchema());
        return request;
    }

    @Override
    public void carry(ArrayNode history, JsonNode answer) {
        history.add(answer.at("/choices/0/message"));
    }

    @Override
    public List<Call> calls(JsonNode answer) {
        return answer.at("/choices/0/message/tool_calls")
                .valueStream()
                .map(call -> Call.of(call.path("id"), call.at("/function/arguments")))
                .toList();
    }

    @Override
    public void results(ArrayNode history, List<Result> results) {
        for (Result result : results) {
            history.addObject()
                    .put("role", "tool")
                    .put("tool_call_id", result.callId())
                    .put("content", result.output());
        }
    }

    @Override
    public JsonNode assembled(List<ObjectNode> events) {
        ObjectNode message = JSON.createObjectNode().put("role", "assistant").putNull("content");
        for (ObjectNode event : events) {
            if (event.at("/choices/0/delta") instanceof ObjectNode delta) {
                merge(message, delta);
            }
        }
        message.path("tool_calls").forEach(call -> ((ObjectNode) call).remove("index"));
        ObjectNode answer = JSON.createObjectNode();
        answer.putArray("choices").addObject().set("message", message);
        return answer;
    }

    /// Texts grow, lists are joined by the index of their elements, all else is replaced.
    private static void merge(ObjectNode whole, ObjectNode delta) {
        delta.properties().forEach(field -> {
            String name = field.getKey();
            switch (field.getValue()) {
                case JsonNode absent when absent.isNull() -> {}
                case ObjectNode object -> merge(whole.withObjectProperty(name), object);
                case ArrayNode array -> array.forEach(element -> element(whole.withArrayProperty(name), element));
                case JsonNode text
                when text.isTextual() && !REPLACED.contains(name) ->
                    whole.put(name, whole.path(name).asText("") + text.textValue());
                case JsonNode value -> whole.set(name, value);
            }
        });
    }

    private static void element(ArrayNode list, JsonNode element) {
        if (element instanceof ObjectNode piece) {
            for (JsonNode one : list) {
                boolean isSame = piece.has("index") && piece.get("index").equals(one.path("index"));
                if (isSame && (!piece.has("type") || piece.get("type").equals(one.path("type")))) {
                    merge((ObjectNode) one, piece);
                    return;
                }
            }
            merge(list.addObject(), piece);
        } else {
            list.add(element);
        }
    }

    @Override
    public boolean isEnd(String event) {
        return event.equals("[DONE]");
    }

    @Override
    public boolean isFinished(JsonNode event) {
        JsonNode reason = event.at("/choices/0/finish_reason");
        return reason.isTextual() && !reason.textValue().equals("error");
    }

    @Override
    public String text(JsonNode answer) {
        return answer.at("/choices/0/message/content").asText("");
    }

    @Override
    public String thoughts(JsonNode answer) {
        JsonNode message = answer.at("/choices/0/message");
        return Stream.of("reasoning_content", "reasoning")
                .map(field -> message.path(field).asText(""))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElseGet(() -> message.path("reasoning_details")
                        .valueStream()
                        .map(detail -> detail.path("text").asText(""))
                        .collect(Collectors.joining()));
    }
}
