package dev.throughline.harness.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A well-behaved client of one dialect: it appends answers unmodified and in order.
public sealed interface Wire permits ChatWire, AnthropicWire, ResponsesWire {
    JsonMapper JSON = Json.TREES;

    /// The client of a dialect.
    /// @param dialect as in recipes
    static Wire of(String dialect) {
        return switch (dialect) {
            case "openai-chat" -> new ChatWire();
            case "anthropic" -> new AnthropicWire();
            case "responses" -> new ResponsesWire();
            default -> throw new IllegalArgumentException("there is no dialect " + dialect);
        };
    }

    /// Path below the base URL of the run.
    String path();

    /// The headers of a request beside its media type.
    default Map<String, String> headers(String key) {
        return Map.of("authorization", "Bearer " + key);
    }

    /// A request with this history.
    ObjectNode request(ArrayNode history);

    /// Appends a user message.
    default void user(ArrayNode history, String text) {
        history.addObject().put("role", "user").put("content", text);
    }

    /// Appends an answer unchanged.
    void carry(ArrayNode history, JsonNode answer);

    /// The calls of an answer.
    List<Call> calls(JsonNode answer);

    /// Appends the results of an answer's calls.
    void results(ArrayNode history, List<Result> results);

    /// The complete answer of a stream, in the form of one that is not streamed. Fields that the dialect does
    /// not know are kept.
    /// @param events those with a JSON object, in order
    JsonNode assembled(List<ObjectNode> events);

    /// Whether a stream ends with this event.
    boolean isEnd(String event);

    /// Whether this event of a stream says that the answer is complete.
    boolean isFinished(JsonNode event);

    /// Whether a body is an error of the dialect.
    default boolean isRefusal(JsonNode body) {
        return body.at("/error/message").isTextual();
    }

    /// All reasoning that an answer shows, as one text.
    String thoughts(JsonNode answer);

    /// All that an answer shows as text.
    String text(JsonNode answer);

    /// Whether this event of a stream, of any dialect, is an error.
    static boolean isError(JsonNode event) {
        return event.hasNonNull("error")
                || List.of("error", "response.failed", "response.incomplete")
                        .contains(event.path("type").asText());
    }

    /// A call that the model asks for.
    record Call(String id, JsonNode input) {
        /// @param arguments a text of JSON
        static Call of(JsonNode id, JsonNode arguments) {
            return new Call(id.textValue(), parse(arguments.textValue()));
        }

        /// Runs its command; the result is what that prints.
        public Result run() throws IOException, InterruptedException {
            Process shell = new ProcessBuilder(
                            "/bin/sh", "-c", input.path("command").asText())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            shell.waitFor();
            return new Result(id, output);
        }
    }

    /// A tool's result.
    record Result(String callId, String output) {}

    /// The schema of the one tool that the client has.
    static ObjectNode shellSchema() {
        ObjectNode schema = JSON.createObjectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        properties.putObject("command").put("type", "string");
        properties.putObject("description").put("type", "string");
        schema.putArray("required").add("command").add("description");
        return schema;
    }

    /// The elements of one type.
    static Stream<JsonNode> ofType(JsonNode elements, String type) {
        return elements.valueStream()
                .filter(element -> element.path("type").asText().equals(type));
    }

    /// Parses JSON that a model wrote.
    static JsonNode parse(String json) {
        try {
            return Json.EXACT.readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
