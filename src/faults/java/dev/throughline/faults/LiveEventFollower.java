package dev.throughline.faults;

import dev.throughline.load.StreamLoad;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/// Follows a run's live events at one service.
final class LiveEventFollower {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private volatile boolean isOver;

    private LiveEventFollower() {}

    /// Begins to follow, and waits for the first event.
    static LiveEventFollower follow(URI service, String run) throws IOException {
        var liveEventFollower = new LiveEventFollower();
        URI events = service.resolve("/api/v1/runs/" + run + "/events");
        Thread.ofVirtual().start(() -> liveEventFollower.listen(events));
        if (!liveEventFollower.await(1, 10)) {
            throw new IOException("expected a first event at " + events + " within 10 s");
        }
        return liveEventFollower;
    }

    /// The events so far, each its name, a blank and its data.
    List<String> heard() {
        return List.copyOf(heard);
    }

    /// Whether the stream has come to its end.
    boolean isOver() {
        return isOver;
    }

    /// Waits until so many events were received; returns whether they were.
    boolean await(int count, int seconds) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (heard.size() < count && System.nanoTime() < deadline) {
            StreamLoad.pause(10);
        }
        return heard.size() >= count;
    }

    private void listen(URI events) {
        try {
            HttpResponse<InputStream> answer =
                    HTTP.send(HttpRequest.newBuilder(events).GET().build(), BodyHandlers.ofInputStream());
            read(answer.body());
        } catch (IOException _) {
            // broken off: what was heard so far is what there is
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void read(InputStream body) throws IOException {
        try (var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            String name = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("event:")) {
                    name = line.substring("event:".length()).strip();
                } else if (line.startsWith("data:")) {
                    heard.add(name + " " + line.substring("data:".length()).strip());
                }
            }
            isOver = true;
        }
    }
}
