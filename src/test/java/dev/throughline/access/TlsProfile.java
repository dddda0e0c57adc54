package dev.throughline.access;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/// The service with TLS and HTTP/2, and with limits on connections that tests can wait for.
public final class TlsProfile implements QuarkusTestProfile {
    static final int STREAMS = 20;

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "quarkus.http.http2", "true",
                "quarkus.http.idle-timeout", "4s",
                "quarkus.http.limits.max-concurrent-streams", Integer.toString(STREAMS),
                "throughline.gateway.unread-timeout", "800ms",
                "throughline.gateway.keep-alive", "50ms");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(TlsResource.class));
    }
}
