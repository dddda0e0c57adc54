package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.TestHttpClient;

import static org.assertj.core.api.Assertions.assertThat;

/// A run opened over the API, and a chat client that carries its history.
/// @param run the answer of `POST /runs`
record ChatSession(JsonNode run, ArrayNode messages) {

    static ChatSession open(String settings) {
        TestHttpClient.Answer answer = TestHttpClient.underTest().post("/api/v1/runs", settings);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return new ChatSession(answer.json(), JsonNodeFactory.instance.arrayNode());
    }

    String id() {
        return run.path("id").asText();
    }

    String path() {
        return "/api/v1/runs/" + id();
    }

    /// Sends a user message and appends the answer to the history.
    /// @param keepsReasoning whether `reasoning_content` stays in it
    void say(String text, boolean keepsReasoning) {
        messages.addObject().put("role", "user").put("content", text);
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("model", "stub");
        body.set("messages", messages);
        body.putObject("chat_template_kwargs").put("clear_thinking", false);
        TestHttpClient.Answer answer =
                TestHttpClient.underTest().post("/r/" + id() + "/v1/chat/completions", body.toString());
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        ObjectNode message = (ObjectNode) answer.json().at("/choices/0/message");
        if (!keepsReasoning) {
            message.remove("reasoning_content");
        }
        messages.add(message);
    }
}
