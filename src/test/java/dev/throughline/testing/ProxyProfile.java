package dev.throughline.testing;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The service in front of the scripted backend, with keep-alives after half a second and answers of 4 MB at most that
/// are kept in memory; spans are sent to a collector, losses to a webhook, and the log is in JSON. A machine whose disk
/// stands still for some seconds makes no request fail.
public final class ProxyProfile implements QuarkusTestProfile {
    /// Silence of a stream after which a client gets a keep-alive.
    public static final Duration KEEP_ALIVE = Duration.ofMillis(500);

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "throughline.gateway.keep-alive", KEEP_ALIVE.toMillis() + "ms",
                "throughline.gateway.memory.max-answer", "4M",
                "throughline.gateway.record-timeout", "30s",
                "throughline.log", "json",
                // Nearly every test has a model of its own.
                "throughline.telemetry.max-models", "1000");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(
                new TestResourceEntry(BackendResource.class),
                new TestResourceEntry(OtlpSink.class),
                new TestResourceEntry(LossReceiver.class));
    }
}
