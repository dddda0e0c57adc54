package dev.throughline.harness.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.LocalServer.Endpoint;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.probe.ServerReply;
import dev.throughline.harness.probe.SseFrameReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Sends the request of a probe to a gateway, and judges what the gateway makes of the answer.
///
/// @param endpoint where the gateway, or the stub itself, is asked
/// @param run the stub's run behind it
record ProbeClient(HttpClient http, ServiceClient service, GatewayPair pair, Endpoint endpoint, String run) {
    private static final Duration PATIENCE = Duration.ofSeconds(8);
    private static final String PROMPT = "Show the mark: run one harmless command.";
    private static final String CLIENT_GONE = "CLIENT_GONE";
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int ERRORS_FROM = 400;
    private static final int NO_CONTENT = 204;
    private static final List<String> MARKERS =
            List.of("<think>", "</think>", "<tool_call>", "</tool_call>", "<arg_key>", "<arg_value>");

    GatewayResult.Probed send(GatewayProbe probe) {
        Optional<String> fault = fault(probe);
        service.settle(run);
        List<JsonNode> asked = service.get("/api/v1/runs/" + run + "/exchanges?limit=500")
                .json()
                .path("exchanges")
                .valueStream()
                .toList();
        if (probe == GatewayProbe.ABORT && fault.isEmpty()) {
            fault = asked.stream()
                    .map(exchange -> exchange.path("outcome").asText())
                    .filter(outcome -> !outcome.equals(CLIENT_GONE))
                    .findFirst()
                    .map(_ -> "the backend went on after the client had left");
        }
        if (asked.isEmpty()) {
            fault = Optional.of(fault.map(reason -> reason + "; ").orElse("") + "the backend was not asked");
        }
        String remark = asked.size() > 1 ? "it asked the backend " + asked.size() + " times" : "";
        return new GatewayResult.Probed(pair, run, fault, remark);
    }

    private Optional<String> fault(GatewayProbe probe) {
        try {
            return switch (probe) {
                case MARKUP -> unparsed(whole());
                case ERROR, CUT -> swallowed(whole());
                case RATE_LIMIT -> changed(whole());
                case ABORT -> left();
            };
        } catch (UncheckedIOException e) {
            return Optional.of("it answered JSON that is not well formed");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted during a probe");
        }
    }

    private Wire wire() {
        return Wire.of(pair.client());
    }

    private ServerReply whole() throws InterruptedException {
        try {
            HttpResponse<String> response = http.send(
                    FaithfulClient.request(wire(), endpoint, history(), pair.isStreamed()), BodyHandlers.ofString());
            return new ServerReply.Answered(response.statusCode(), response.headers(), response.body());
        } catch (HttpTimeoutException e) {
            return new ServerReply.Unanswered(ServerReply.Cause.TIMED_OUT, "no end of the answer");
        } catch (IOException e) {
            return new ServerReply.Unanswered(ServerReply.Cause.BROKEN_OFF, String.valueOf(e.getMessage()));
        }
    }

    private ArrayNode history() {
        ArrayNode history = Wire.JSON.createArrayNode();
        wire().user(history, PROMPT);
        return history;
    }

    private Optional<String> unparsed(ServerReply reply) {
        if (!(reply instanceof ServerReply.Answered answered) || !answered.isGood()) {
            return Optional.of(without(reply));
        }
        JsonNode answer = pair.isStreamed()
                ? wire().assembled(FaithfulClient.events(SseFrameReader.of(answered.body())))
                : Wire.parse(answered.body());
        List<String> shown =
                MARKERS.stream().filter(wire().text(answer)::contains).toList();
        if (!shown.isEmpty()) {
            return Optional.of("the client is shown " + String.join(" ", shown) + " as text");
        }
        List<String> lost = new ArrayList<>();
        if (wire().thoughts(answer).isBlank()) {
            lost.add("the reasoning");
        }
        if (wire().calls(answer).isEmpty()) {
            lost.add("the call");
        }
        return Optional.of(String.join(" and ", lost) + " did not reach the client")
                .filter(_ -> !lost.isEmpty());
    }

    /// A client that gets neither an error nor an end knows that its answer is not whole.
    private Optional<String> swallowed(ServerReply reply) {
        return switch (reply) {
            case ServerReply.Unanswered(ServerReply.Cause cause, String reason) ->
                Optional.of(reason).filter(_ -> cause == ServerReply.Cause.TIMED_OUT);
            case ServerReply.Answered answered -> {
                List<String> frames = SseFrameReader.of(answered.body());
                List<ObjectNode> events = FaithfulClient.events(frames);
                boolean isEnded = frames.stream().anyMatch(wire()::isEnd)
                        || events.stream().anyMatch(wire()::isFinished);
                yield Optional.of("the gateway presents the broken answer as complete")
                        .filter(_ ->
                                answered.isGood() && isEnded && events.stream().noneMatch(Wire::isError));
            }
        };
    }

    private Optional<String> changed(ServerReply reply) {
        if (!(reply instanceof ServerReply.Answered answered)) {
            return Optional.of(without(reply));
        }
        if (answered.status() != TOO_MANY_REQUESTS) {
            return Optional.of("the status 429 became " + answered.summary());
        }
        List<String> lost = new ArrayList<>();
        if (!wire().isRefusal(answered.json().orElse(Wire.JSON.createObjectNode()))) {
            lost.add("an error of the client's dialect");
        }
        if (!answered.headers()
                .firstValue("retry-after")
                .equals(Optional.of(String.valueOf(GatewayProbe.RETRY_AFTER)))) {
            lost.add("Retry-After: " + GatewayProbe.RETRY_AFTER);
        }
        return Optional.of("the answer 429 has not " + String.join(" and not ", lost))
                .filter(_ -> !lost.isEmpty());
    }

    /// Leaves once something of the answer has arrived. What the backend did then shows its exchange.
    private Optional<String> left() throws InterruptedException {
        CompletableFuture<HttpResponse<InputStream>> sent =
                http.sendAsync(FaithfulClient.request(wire(), endpoint, history(), true), BodyHandlers.ofInputStream());
        CompletableFuture<Integer> first = sent.thenApplyAsync(response -> {
            try (InputStream body = response.body()) {
                return response.statusCode() < ERRORS_FROM && body.read() < 0 ? NO_CONTENT : response.statusCode();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try {
            int status = first.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            return Optional.of("it answered " + status).filter(_ -> status >= ERRORS_FROM || status == NO_CONTENT);
        } catch (TimeoutException e) {
            sent.cancel(true);
            sent.thenAccept(response -> close(response.body()));
            return Optional.of("nothing of an answer of 15 s reached the client within " + PATIENCE.toSeconds() + " s");
        } catch (ExecutionException e) {
            return Optional.of("it broke off: " + e.getCause());
        }
    }

    private static void close(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String without(ServerReply reply) {
        return switch (reply) {
            case ServerReply.Answered answered -> "it answered " + answered.summary();
            case ServerReply.Unanswered unanswered -> "it broke off: " + unanswered.reason();
        };
    }
}
