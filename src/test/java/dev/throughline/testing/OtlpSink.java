package dev.throughline.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A collector that keeps the spans received over OTLP. Injected into tests' fields of this type.
public final class OtlpSink implements QuarkusTestResourceLifecycleManager {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final List<OtlpSpan> spans = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private @Nullable HttpServer server;

    @Override
    public Map<String, String> start() {
        try {
            HttpServer started = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            started.createContext("/v1/traces", this::take);
            started.start();
            server = started;
            return Map.of(
                    "otel.exporter.otlp.endpoint",
                    "http://127.0.0.1:" + started.getAddress().getPort(),
                    "otel.bsp.schedule.delay",
                    "50ms");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(HttpExchange request) throws IOException {
        byte[] body = request.getRequestBody().readAllBytes();
        requests.add(new String(body, StandardCharsets.ISO_8859_1));
        spans.addAll(OtlpSpan.read(body));
        request.getResponseHeaders().add("content-type", "application/x-protobuf");
        request.sendResponseHeaders(200, -1);
        request.close();
    }

    /// The spans of a trace, once there are so many.
    public List<OtlpSpan> await(String trace, int count) {
        return await(span -> span.trace().equals(trace), count);
    }

    /// The spans of a kind, once there are so many.
    public List<OtlpSpan> await(Predicate<OtlpSpan> wanted, int count) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<OtlpSpan> found = spans.stream().filter(wanted).toList();
        while (found.size() < count && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            found = spans.stream().filter(wanted).toList();
        }
        return found;
    }

    /// All bytes received.
    public String everything() {
        return String.join("\n", requests);
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(this, new TestInjector.MatchesType(OtlpSink.class));
    }

    @Override
    public void stop() {
        Optional.ofNullable(server).ifPresent(started -> started.stop(0));
    }
}
