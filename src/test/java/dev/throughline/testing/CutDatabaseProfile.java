package dev.throughline.testing;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/// A service whose database can be taken away, which is soon given up; long answers are not kept in memory.
public final class CutDatabaseProfile implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "throughline.gateway.record-timeout", "2s",
                "throughline.gateway.memory.max-answer", "1M",
                "throughline.journal.retry-for", "500ms",
                "throughline.journal.write-timeout", "2s");
    }

    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(BackendResource.class), new TestResourceEntry(CuttablePostgres.class));
    }
}
