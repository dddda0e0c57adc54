package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.server.Wire;
import dev.throughline.testing.TestHttpClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/// Requests over a real socket.
public record HttpTransport(String base) implements Transport {
    private static final int SEEN_BYTES = 1_000;

    @Override
    public JsonNode post(Wire wire, ObjectNode request) throws IOException, InterruptedException {
        HttpResponse<String> answer = TestHttpClient.send(
                HttpRequest.newBuilder(URI.create(base + wire.path()))
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(request.toString()))
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(answer.statusCode() + " " + answer.body() + " for " + request);
        }
        return Wire.JSON.readTree(answer.body());
    }

    @Override
    public void abort(Wire wire, ObjectNode request) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = TestHttpClient.send(
                HttpRequest.newBuilder(URI.create(base + wire.path()))
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(
                                request.put("stream", true).toString()))
                        .build(),
                BodyHandlers.ofInputStream());
        try (InputStream body = answer.body()) {
            body.readNBytes(SEEN_BYTES);
        }
    }
}
