package dev.throughline.testing;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The service in front of the scripted backend, with little of everything: memory, patience, requests and clients
/// of a live run. Its database can be taken away, and is soon given up; long answers are not kept in memory. At its
/// stop it seals the runs that it opened, as a command does.
public final class ScarceProfile implements QuarkusTestProfile {
    /// Time without a byte of a body after which its request is cut off.
    public static final Duration UPLOAD = Duration.ofMillis(600);

    @Override
    public Map<String, String> getConfigOverrides() {
        var settings = new HashMap<>(Map.of(
                "throughline.gateway.memory.budget", "16M",
                "throughline.gateway.memory.wait-timeout", "100ms",
                "throughline.gateway.memory.max-waiting", "0",
                "throughline.gateway.memory.max-answer", "1M",
                "throughline.gateway.inline-body", "1K",
                "throughline.gateway.upload-timeout", UPLOAD.toMillis() + "ms",
                "throughline.gateway.record-timeout", "2s",
                "throughline.journal.retry-for", "500ms",
                "throughline.journal.write-timeout", "2s"));
        settings.putAll(Map.of(
                "throughline.runs.live-clients", "3",
                "throughline.runs.live-requests", "3",
                "throughline.runs.sweep-interval", "24h",
                "throughline.runs.seal-at-stop", "true"));
        return settings;
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(BackendResource.class), new TestResourceEntry(CuttablePostgres.class));
    }
}
