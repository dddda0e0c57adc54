package dev.throughline.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.server.Wire;
import dev.throughline.probe.Transport;
import dev.throughline.testing.TestRun;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/// Requests of one conversation, each by any of several services. Before a request it may send the same as a
/// stream, and read that to its end or leave it half-way.
final class SoakTransport implements Transport {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final String EXCHANGE = "x-throughline-exchange";
    private static final List<String> TERMINAL = List.of("data: [DONE]", "event: message_stop", "response.completed");
    private static final int PAGE = 200;
    private static final int STREAMED_OF_TEN = 2;
    private static final int LEFT_OF_TEN = 2;
    /// About the largest answer.
    private static final int MOST_BYTES = 4_000;

    private final List<String> bases;
    private final SoakFindings findings;
    private final Set<Integer> ended = new HashSet<>();

    /// @param bases of one run, at each service
    SoakTransport(List<String> bases, SoakFindings findings) {
        this.bases = bases;
        this.findings = findings;
    }

    @Override
    public JsonNode post(Wire wire, ObjectNode request) throws IOException, InterruptedException {
        int chance = ThreadLocalRandom.current().nextInt(10);
        if (chance < LEFT_OF_TEN) {
            stream(wire, request, ThreadLocalRandom.current().nextInt(MOST_BYTES));
        } else if (chance < LEFT_OF_TEN + STREAMED_OF_TEN) {
            stream(wire, request, Integer.MAX_VALUE);
        }
        HttpResponse<String> answer = HTTP.send(http(wire, request), BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(answer.statusCode() + " " + answer.body());
        }
        saw(answer);
        return Wire.JSON.readTree(answer.body());
    }

    private HttpRequest http(Wire wire, ObjectNode request) {
        String base = bases.get(ThreadLocalRandom.current().nextInt(bases.size()));
        return HttpRequest.newBuilder(URI.create(base + wire.path()))
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(request.toString()))
                .build();
    }

    /// @param bytes after which the client leaves
    private void stream(Wire wire, ObjectNode request, int bytes) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer =
                HTTP.send(http(wire, request.deepCopy().put("stream", true)), BodyHandlers.ofInputStream());
        if (answer.statusCode() != 200) {
            throw new IOException(answer.statusCode() + " for a stream");
        }
        try (InputStream in = answer.body()) {
            byte[] begun = in.readNBytes(bytes);
            String read = new String(begun, StandardCharsets.UTF_8);
            if (TERMINAL.stream().anyMatch(read::contains)) {
                saw(answer);
            } else if (begun.length < bytes) {
                findings.broken("a stream ended without its last frame: " + read);
            } else {
                findings.left();
            }
        }
    }

    private void saw(HttpResponse<?> answer) {
        findings.ended();
        ended.add(Integer.valueOf(answer.headers().firstValue(EXCHANGE).orElseThrow()));
    }

    /// Whether each end that was seen is recorded, and each exchange has its tokens.
    void verify(TestRun proxy) throws IOException, InterruptedException {
        Map<Integer, JsonNode> recorded = recorded(proxy);
        for (int number : ended) {
            JsonNode exchange = recorded.get(number);
            if (exchange == null || !exchange.path("outcome").asText().equals("COMPLETED")) {
                findings.falseEnd(proxy.id() + "/" + number + ": " + exchange);
            }
        }
        for (JsonNode exchange : recorded.values()) {
            int number = exchange.path("number").intValue();
            long rows = proxy.text("/exchanges/" + number + "/tokens").lines().count();
            if (rows != exchange.path("tokens").longValue()) {
                findings.lostToken(proxy.id() + "/" + number + ": " + rows + " of " + exchange.path("tokens"));
            }
        }
    }

    private static Map<Integer, JsonNode> recorded(TestRun proxy) throws IOException, InterruptedException {
        Map<Integer, JsonNode> all = new HashMap<>();
        List<JsonNode> page;
        int last = 0;
        do {
            page = new ArrayList<>();
            proxy.get("/exchanges?limit=" + PAGE + "&after=" + last)
                    .path("exchanges")
                    .forEach(page::add);
            for (JsonNode exchange : page) {
                last = exchange.path("number").intValue();
                all.put(last, exchange);
            }
        } while (page.size() == PAGE);
        return all;
    }
}
