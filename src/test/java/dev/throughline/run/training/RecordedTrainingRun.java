package dev.throughline.run.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.testing.TestRun;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// A recorded run of a client that talks to the scripted backend in the chat dialect.
final class RecordedTrainingRun {
    static final JsonMapper JSON = new JsonMapper();

    private final URI service;
    private final TestRun run;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final ObjectNode request;

    private RecordedTrainingRun(URI service, TestRun run, ScriptedBackend backend) {
        this.service = service;
        this.run = run;
        String model = backend.model((_, socket) -> socket.json(answers.take()));
        this.request = JSON.createObjectNode().put("model", model);
    }

    static RecordedTrainingRun open(URI service, ScriptedBackend backend) throws IOException, InterruptedException {
        return open(service, backend, Map.of());
    }

    static RecordedTrainingRun open(URI service, ScriptedBackend backend, Map<String, ?> settings)
            throws IOException, InterruptedException {
        Map<String, Object> all = new java.util.HashMap<>(Map.of("mode", "proxy", "backend", "plain"));
        all.putAll(settings);
        return new RecordedTrainingRun(service, TestRun.open(service, all), backend);
    }

    String id() {
        return run.id();
    }

    /// The fields of requests beside their messages.
    ObjectNode request() {
        return request;
    }

    void seal() throws IOException, InterruptedException {
        run.seal();
    }

    static ArrayNode messages(String json) throws IOException {
        return (ArrayNode) JSON.readTree(json);
    }

    static ArrayNode question(String text) {
        ArrayNode messages = JSON.createArrayNode();
        messages.addObject().put("role", "user").put("content", text);
        return messages;
    }

    /// An answer of the model as it is in the chat dialect.
    static ObjectNode answer(String reasoning, String content) {
        ObjectNode answer = JSON.createObjectNode().put("role", "assistant").put("content", content);
        return reasoning.isEmpty() ? answer : answer.put("reasoning_content", reasoning);
    }

    /// An answer with a call; `arguments` as the model wrote them.
    static ObjectNode call(String reasoning, String id, String name, String arguments) {
        ObjectNode answer = answer(reasoning, "").putNull("content");
        ObjectNode call =
                answer.putArray("tool_calls").addObject().put("id", id).put("type", "function");
        call.putObject("function").put("name", name).put("arguments", arguments);
        return answer;
    }

    /// Sends a request, and returns the messages followed by the answer, as a client keeps them.
    ArrayNode ask(ArrayNode messages, ObjectNode answer, String... headers) throws IOException, InterruptedException {
        return askUntil(answer.has("tool_calls") ? "tool_calls" : "stop", messages, answer, headers);
    }

    /// The same where the model stops for this reason.
    ArrayNode askUntil(String finish, ArrayNode messages, ObjectNode answer, String... headers)
            throws IOException, InterruptedException {
        ObjectNode body = JSON.createObjectNode().put("id", "a").put("object", "chat.completion");
        ObjectNode choice = body.putArray("choices").addObject().put("index", 0).put("finish_reason", finish);
        choice.set("message", answer);
        body.putObject("usage")
                .put("prompt_tokens", 1)
                .put("completion_tokens", 1)
                .put("total_tokens", 2);
        answers.add(body.toString());
        ObjectNode asked = request.deepCopy();
        asked.set("messages", messages);
        HttpResponse<String> got = send(asked, headers);
        if (got.statusCode() != 200) {
            throw new IOException(got.statusCode() + " " + got.body());
        }
        ArrayNode longer = messages.deepCopy();
        return longer.add(JSON.readTree(got.body()).at("/choices/0/message"));
    }

    private HttpResponse<String> send(ObjectNode body, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(service.resolve("/r/" + id() + "/v1/chat/completions"))
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()));
        return TestHttpClient.send(
                (headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    /// Asks the default backend for a model.
    /// @return the run that it is recorded in
    static String askDefault(URI service, String model) throws IOException, InterruptedException {
        ObjectNode body = JSON.createObjectNode().put("model", model);
        body.set("messages", question("Hi"));
        HttpResponse<String> got = post(service.resolve("/v1/chat/completions"), body.toString());
        return got.headers().firstValue("x-throughline-run").orElseThrow();
    }

    /// Asks in the Responses dialect.
    /// @return the id of the answer
    String respond(String body) throws IOException, InterruptedException {
        HttpResponse<String> got = post(service.resolve("/r/" + id() + "/v1/responses"), body);
        return JSON.readTree(got.body()).path("id").asText();
    }

    private static HttpResponse<String> post(URI address, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> got = TestHttpClient.send(request, BodyHandlers.ofString());
        if (got.statusCode() != 200) {
            throw new IOException(got.statusCode() + " " + got.body());
        }
        return got;
    }

    static ArrayNode withResult(ArrayNode messages, String id, String result) {
        ArrayNode longer = messages.deepCopy();
        longer.addObject().put("role", "tool").put("tool_call_id", id).put("content", result);
        return longer;
    }

    static ArrayNode withQuestion(ArrayNode messages, String text) {
        ArrayNode longer = messages.deepCopy();
        longer.addObject().put("role", "user").put("content", text);
        return longer;
    }

    /// What the API answers for this run's samples.
    HttpResponse<String> export(String query, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(service.resolve("/api/v1/runs/" + id() + "/training" + query));
        return TestHttpClient.send(
                (headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    /// The rows, each with the columns that it has.
    List<JsonNode> rows(String query) throws IOException, InterruptedException {
        return rows(export(query));
    }

    /// The rows of any run.
    static List<JsonNode> rows(URI service, String run) throws IOException, InterruptedException {
        URI address = service.resolve("/api/v1/runs/" + run + "/training?includeLost=true");
        return rows(TestHttpClient.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()));
    }

    private static List<JsonNode> rows(HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() != 200) {
            throw new IOException(answer.statusCode() + " " + answer.body());
        }
        List<JsonNode> rows = new ArrayList<>();
        for (String line : answer.body().lines().toList()) {
            rows.add(JSON.readTree(line));
        }
        return rows;
    }

    JsonNode summary(String query) throws IOException, InterruptedException {
        return JSON.readTree(
                export(query + (query.isEmpty() ? "?" : "&") + "format=json").body());
    }

    static int[] ints(JsonNode list) {
        int[] found = new int[list.size()];
        Arrays.setAll(found, index -> list.path(index).asInt());
        return found;
    }
}
