package dev.throughline.access;

import dev.throughline.testing.BackendResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The service in front of the scripted backend, with limits on connections that tests can wait for.
public final class ShortLimitsProfile implements QuarkusTestProfile {
    static final int MOST = 40;

    /// Time without a byte after which a connection is closed.
    static final Duration IDLE = Duration.ofSeconds(4);

    /// Time without a byte of a body after which its request is cut off.
    public static final Duration UPLOAD = Duration.ofMillis(600);

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "throughline.gateway.memory.wait-timeout", "100ms",
                "throughline.gateway.memory.max-waiting", "0",
                "quarkus.http.idle-timeout", IDLE.toString(),
                "quarkus.http.limits.max-connections", Integer.toString(MOST),
                "throughline.gateway.unread-timeout", "2s",
                "throughline.gateway.upload-timeout", UPLOAD.toMillis() + "ms",
                "throughline.gateway.keep-alive", "50ms");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(BackendResource.class));
    }
}
