package dev.throughline.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;

/// One dialect as the tests speak and read it on both sides of the proxy, without the codecs under test.
interface ProxyDialect {
    List<ProxyDialect> ALL = List.of(new ProxyChat(), new ProxyMessages(), new ProxyResponses());

    /// The path of its requests, which is the same at a backend.
    String path();

    /// Name of a configured backend that speaks it and is not filtered.
    String backend();

    /// A stream of an answer.
    String stream(ProxyAnswer answer);

    /// The beginning of a stream, up to the text `Half`.
    String half();

    /// An error in the middle of a stream.
    String error(String message);

    /// An answer in one body.
    String whole(ProxyAnswer answer);

    /// Reads an answer from a stream.
    ProxyAnswer read(List<JsonNode> frames);

    /// Reads an answer from one body.
    ProxyAnswer read(JsonNode body);

    /// Adds tools and all a first question needs to the smallest request.
    String question(ObjectNode smallest);

    /// The second request of a tool loop: the answer as it was read, and what its call gave.
    String result(ObjectNode question, ProxyAnswer answer, String output);

    /// What such a request says to a backend.
    ProxyFollowUp followUp(JsonNode request);

    /// Whether a stream claims that the answer is complete.
    boolean claimsEnd(String stream);

    /// Texts of the errors that a stream tells.
    List<String> errors(List<JsonNode> frames);

    /// The first question of a loop.
    default String question(String model, boolean isStream) {
        return question(object(ProxiedRun.body(path(), model, isStream)));
    }

    default String result(String question, ProxyAnswer answer, String output) {
        return result(object(question), answer, output);
    }

    static ProxyDialect of(String path) {
        return ALL.stream()
                .filter(dialect -> dialect.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    /// The schema of the tool.
    static ObjectNode schema() {
        return object("{\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"string\"}},\"required\":[\"q\"]}");
    }

    /// A text as a JSON string.
    static String quoted(String text) {
        try {
            return DialectHttpClient.JSON.writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    static ObjectNode object(String json) {
        try {
            return (ObjectNode) DialectHttpClient.JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + json, e);
        }
    }

    /// What the pointers of all nodes hold, joined.
    static String joined(List<JsonNode> nodes, String pointer) {
        return nodes.stream().map(node -> node.at(pointer).asText("")).collect(Collectors.joining());
    }
}
