package dev.throughline.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.throughline.text.Json;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The address of `throughline.webhook`, which keeps what is posted. Injected into tests' fields of this type.
public final class LossReceiver implements QuarkusTestResourceLifecycleManager {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<JsonNode> posts = new CopyOnWriteArrayList<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private @Nullable HttpServer server;

    @Override
    public Map<String, String> start() {
        try {
            HttpServer started = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            started.createContext("/", this::take);
            started.start();
            server = started;
            return Map.of(
                    "throughline.webhook",
                    "http://127.0.0.1:" + started.getAddress().getPort() + "/hook-secret");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(HttpExchange request) throws IOException {
        JsonNode post = Json.TREES.readTree(request.getRequestBody());
        boolean isRefused = refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        if (!isRefused) {
            posts.add(post);
        }
        request.sendResponseHeaders(isRefused ? 503 : 204, -1);
        request.close();
    }

    /// The next posts are refused.
    public void refuse(int count) {
        refusals.set(count);
    }

    /// The posts that name a client, once there is one.
    public List<JsonNode> await(String client) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<JsonNode> found = of(client);
        while (found.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            found = of(client);
        }
        return found;
    }

    /// The posts that name a client so far.
    public List<JsonNode> of(String client) {
        return posts.stream()
                .filter(post -> post.path("text").asText().contains(client))
                .toList();
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(this, new TestInjector.MatchesType(LossReceiver.class));
    }

    @Override
    public void stop() {
        Optional.ofNullable(server).ifPresent(started -> started.stop(0));
    }
}
