package dev.throughline.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;

/// Listens to one streamed chat answer, whatever becomes of it.
public final class SseListener {
    private static final JsonMapper JSON = new JsonMapper();
    /// The default request.
    public static final String QUESTION =
            "{\"model\":\"glm-4.7\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Count for me.\"}]}";
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final StringBuilder text = new StringBuilder();
    private long frames;
    private boolean isDone;
    private boolean hasError;

    private final LongAdder heard;

    private SseListener(LongAdder heard) {
        this.heard = heard;
    }

    /// Asks the stub's scripted question.
    public static StreamedAnswer listen(URI service, String run) {
        return listen(service, run, QUESTION);
    }

    /// Asks and listens until the answer ends or breaks off.
    public static StreamedAnswer listen(URI service, String run, String body) {
        return listen(service, run, body, new LongAdder());
    }

    /// The same.
    /// @param heard counts the frames as they come
    static StreamedAnswer listen(URI service, String run, String body, LongAdder heard) {
        return new SseListener(heard).hear(service.resolve("/r/" + run + "/v1/chat/completions"), body);
    }

    /// Listens to an answer that was asked for otherwise.
    public static StreamedAnswer listen(ChunkedAnswer answer) {
        var sseListener = new SseListener(new LongAdder());
        try {
            sseListener.read(answer.status(), answer);
        } catch (IOException _) {
            // broken off: what was heard so far is the answer
        }
        return sseListener.heard(Integer.parseInt(answer.header("x-throughline-exchange", "0")), answer.status());
    }

    private StreamedAnswer hear(URI endpoint, String body) {
        int exchange = 0;
        int status = 0;
        try {
            HttpResponse<InputStream> answer = HTTP.send(
                    HttpRequest.newBuilder(endpoint)
                            .header("content-type", "application/json")
                            .POST(BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofInputStream());
            status = answer.statusCode();
            exchange = answer.headers()
                    .firstValue("x-throughline-exchange")
                    .map(Integer::parseInt)
                    .orElse(0);
            read(status, answer.body());
        } catch (IOException _) {
            // broken off: what was heard so far is the answer
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return heard(exchange, status);
    }

    private StreamedAnswer heard(int exchange, int status) {
        return new StreamedAnswer(exchange, status, frames, text.toString(), isDone, hasError, System.nanoTime());
    }

    private void read(int status, InputStream body) throws IOException {
        hasError = status != 200;
        try (var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: ")) {
                    frame(line.substring("data: ".length()));
                }
            }
        }
    }

    private void frame(String content) throws IOException {
        frames++;
        heard.increment();
        if (content.equals("[DONE]")) {
            isDone = true;
            return;
        }
        JsonNode frame = JSON.readTree(content);
        hasError |= frame.has("error");
        JsonNode delta = frame.at("/choices/0/delta");
        text.append(delta.path("reasoning_content").asText(""))
                .append(delta.path("content").asText(""));
    }
}
