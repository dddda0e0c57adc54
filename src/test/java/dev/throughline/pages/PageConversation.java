package dev.throughline.pages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.TestHttpClient;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/// Holds conversations with a service as a client does, whole histories included.
final class PageConversation {
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'");
    private static final String TOOLS = """
            [{"type":"function","function":{"name":"bash","parameters":{"type":"object",
            "properties":{"command":{"type":"string"}},"required":["command"]}}}]""";

    private final String host;

    /// @param host `http://127.0.0.1:PORT`
    PageConversation(String host) {
        this.host = host;
    }

    /// The id of a new run.
    String open(String settings) {
        return post(host + "/api/v1/runs", settings).path("id").textValue();
    }

    /// Holds a conversation of a number of requests with the stub.
    /// @param drops for which requests the reasoning of all earlier answers is left out, by number from 1
    void converse(String run, int requests, IntPredicate drops) {
        hold(host + "/r/" + run + "/v1", requests, drops);
    }

    /// The same on an OpenAI base URL.
    /// @param headers names and values alternately
    /// @return the reasoning of each answer
    static List<String> hold(String base, int requests, IntPredicate drops, String... headers) {
        ArrayNode messages = PageClient.JSON.createArrayNode();
        List<String> thoughts = new ArrayList<>();
        messages.addObject().put("role", "user").put("content", "List the files");
        for (int number = 1; number <= requests; number++) {
            JsonNode answer = post(base + "/chat/completions", body(messages, drops.test(number)), headers);
            ObjectNode message = (ObjectNode) answer.at("/choices/0/message");
            messages.add(message);
            thoughts.add(message.path("reasoning_content").asText());
            if (message.path("tool_calls").isEmpty()) {
                messages.addObject().put("role", "user").put("content", "And then? " + number);
            }
            message.path("tool_calls")
                    .forEach(call -> messages.addObject()
                            .put("role", "tool")
                            .put("tool_call_id", call.path("id").asText())
                            .put(
                                    "content",
                                    output(call.at("/function/arguments").asText())));
        }
        return thoughts;
    }

    /// Posts JSON.
    /// @param headers names and values alternately
    static JsonNode post(String url, String json, String... headers) {
        return TestHttpClient.of(URI.create(url)).post("", json, headers).json();
    }

    /// What the stub's command prints: `echo 'A' && printf '%s%s\\n' 'B' 'C'`.
    private static String output(String arguments) {
        List<String> words =
                QUOTED.matcher(arguments).results().map(match -> match.group(1)).toList();
        return words.size() < 4 ? arguments : words.getFirst() + "\n" + words.get(2) + words.get(3) + "\n";
    }

    private static String body(ArrayNode messages, boolean drops) {
        ArrayNode sent = messages.deepCopy();
        if (drops) {
            sent.forEach(message -> ((ObjectNode) message).remove("reasoning_content"));
        }
        ObjectNode body =
                PageClient.JSON.createObjectNode().put("model", "glm-4.7").put("stream", false);
        body.set("messages", sent);
        try {
            body.set("tools", PageClient.JSON.readTree(TOOLS));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return body.toString();
    }
}
