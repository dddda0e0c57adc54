package dev.throughline.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// OpenAI Chat Completions.
public record ChatWire() implements Wire {
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
    public void user(ArrayNode history, String text) {
        history.addObject().put("role", "user").put("content", text);
    }

    @Override
    public void carry(ArrayNode history, JsonNode answer) {
        history.add(answer.at("/choices/0/message"));
    }

    @Override
    public List<Call> calls(JsonNode answer) {
        List<Call> calls = new ArrayList<>();
        for (JsonNode call : answer.at("/choices/0/message/tool_calls")) {
            calls.add(new Call(
                    call.path("id").textValue(),
                    parse(call.at("/function/arguments").textValue())));
        }
        return calls;
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

    static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
