package dev.throughline.access.connection;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/// The service with TLS, and with limits on connections that tests can wait for.
public final class TlsProfile implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "throughline.connections.head-timeout", "2s",
                "throughline.connections.unread-timeout", "800ms",
                "throughline.connections.http2.max-control-frames", "200",
                "throughline.connections.http2.max-resets", "50",
                "throughline.connections.http2.max-concurrent-streams", "20");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(TlsResource.class));
    }
}
