package dev.throughline.harness.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.LocalServer.Endpoint;
import dev.throughline.harness.probe.ServerReply;
import dev.throughline.harness.probe.SseFrameReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Holds a conversation with a tool, and gives back every answer exactly as it came, unknown fields included.
final class FaithfulClient {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int MOST_STEPS = 50;
    private static final int MOST_TOKENS = 4096;
    private static final List<String> PROMPTS = List.of(
            "Show the mark: run one harmless command, then say what it printed.",
            "Thank you. Do it once more, then say what you thought before.");

    private final HttpClient http;
    private final Wire wire;
    private final Endpoint endpoint;
    private final boolean isStreamed;
    private final ArrayNode history = Wire.JSON.createArrayNode();
    private final List<JsonNode> answers = new ArrayList<>();

    FaithfulClient(HttpClient http, Wire wire, Endpoint endpoint, boolean isStreamed) {
        this.http = http;
        this.wire = wire;
        this.endpoint = endpoint;
        this.isStreamed = isStreamed;
    }

    /// The answers that it was given so far.
    List<JsonNode> answers() {
        return answers;
    }

    /// Two user turns with their tool loops.
    /// @throws HarnessException for an answer that is an error, breaks off or cannot be read
    void converse() {
        try {
            for (String prompt : PROMPTS) {
                wire.user(history, prompt);
                turn();
            }
        } catch (UncheckedIOException e) {
            String reason = String.valueOf(e.getMessage()).replaceFirst("^[\\w.$]+: ", "");
            throw failure("answered JSON that is not well formed: "
                    + reason.lines().findFirst().orElse(""));
        } catch (IOException e) {
            throw failure("broke off: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted during a conversation");
        }
    }

    private void turn() throws IOException, InterruptedException {
        for (int step = 0; step < MOST_STEPS; step++) {
            JsonNode answer = ask();
            answers.add(answer);
            wire.carry(history, answer);
            List<Wire.Call> calls = wire.calls(answer);
            if (calls.isEmpty()) {
                return;
            }
            List<Wire.Result> results = new ArrayList<>();
            for (Wire.Call call : calls) {
                results.add(call.run());
            }
            wire.results(history, results);
        }
        throw new HarnessException("the tool loop did not end within " + MOST_STEPS + " requests");
    }

    /// A request with a history, for an endpoint.
    static HttpRequest request(Wire wire, Endpoint endpoint, ArrayNode history, boolean isStreamed) {
        ObjectNode body = wire.request(history).put("model", endpoint.model());
        if (wire instanceof ChatWire) {
            // Gateways do not make one up, and Anthropic demands it.
            body.put("max_tokens", MOST_TOKENS);
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(endpoint.base() + wire.path()))
                .timeout(LIMIT)
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString((isStreamed ? body.put("stream", true) : body).toString()));
        wire.headers(endpoint.key()).forEach(request::setHeader);
        endpoint.headers().forEach(request::setHeader);
        return request.build();
    }

    /// The frames of a stream that are JSON objects.
    static List<ObjectNode> events(List<String> frames) {
        List<ObjectNode> events = new ArrayList<>();
        for (String frame : frames) {
            if (frame.startsWith("{") && Wire.parse(frame) instanceof ObjectNode event) {
                events.add(event);
            }
        }
        return events;
    }

    private JsonNode ask() throws IOException, InterruptedException {
        HttpResponse<String> response =
                http.send(request(wire, endpoint, history, isStreamed), BodyHandlers.ofString());
        var answered = new ServerReply.Answered(response.statusCode(), response.headers(), response.body());
        if (!answered.isGood()) {
            throw failure("answered " + answered.summary());
        }
        if (!isStreamed) {
            return Wire.parse(response.body());
        }
        List<String> frames = SseFrameReader.of(response.body());
        List<ObjectNode> events = events(frames);
        events.stream().filter(event -> event.hasNonNull("error")).findFirst().ifPresent(event -> {
            throw failure("answered an error in its stream: " + event);
        });
        if (frames.stream().noneMatch(wire::isEnd)) {
            throw failure(frames.isEmpty() ? "answered no stream: " + answered.summary() : "broke off its stream");
        }
        return wire.assembled(events);
    }

    private HarnessException failure(String what) {
        return new HarnessException("request " + (answers.size() + 1) + ": it " + what);
    }
}
