package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// A well-behaved client of one dialect: it appends answers unmodified and in order.
public sealed interface Wire permits ChatWire, AnthropicWire, ResponsesWire {
    JsonMapper JSON = new JsonMapper();

    /// Path below the base URL of the run.
    String path();

    /// A request with this history.
    ObjectNode request(ArrayNode history);

    /// Appends a user message.
    void user(ArrayNode history, String text);

    /// Appends an answer unchanged.
    void carry(ArrayNode history, JsonNode answer);

    /// The calls of an answer.
    List<Call> calls(JsonNode answer);

    /// Appends the results of an answer's calls.
    void results(ArrayNode history, List<Result> results);

    /// A call that the model asks for.
    record Call(String id, JsonNode input) {}

    /// A tool's result.
    record Result(String callId, String output) {}

    /// The schema of the one tool that the reference client has.
    static ObjectNode shellSchema() {
        ObjectNode schema = JSON.createObjectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        properties.putObject("command").put("type", "string");
        properties.putObject("description").put("type", "string");
        schema.putArray("required").add("command").add("description");
        return schema;
    }
}
