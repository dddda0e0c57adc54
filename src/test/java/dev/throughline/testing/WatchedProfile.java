package dev.throughline.testing;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/// The service in front of the scripted backend, with spans sent to a collector and its log in JSON.
public final class WatchedProfile implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of("throughline.log", "json");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(BackendResource.class), new TestResourceEntry(OtlpSink.class));
    }
}
