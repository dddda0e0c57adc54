package dev.throughline.testing;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/// A service that asks for keys, in front of the scripted backend.
public final class KeysProfile implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "throughline.access", "keys",
                "throughline.access.refresh", "200ms",
                "throughline.access.origins", "https://tools.example.org");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(BackendResource.class));
    }
}
