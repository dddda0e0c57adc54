package dev.throughline.run.retention;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;

import static dev.throughline.store.database.Database.dataSource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Inside the service, on the database of all tests: only what is a century old goes.
@QuarkusTest
class ScheduledRetentionIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    Config settings;

    @Test
    void removesWhatIsDueOnTheServicesDatabase() {
        StoredRuns runs = new StoredRuns(dataSource(name -> settings.getOptionalValue(name, String.class)));
        runs.sealed("old-as-the-hills", Instant.parse("1900-01-01T00:00:00Z"));
        runs.sealed("of-today", Instant.now());

        retention(Map.of("throughline.retention.runs", "36500d")).pass().await().atMost(LIMIT);

        assertThat(runs.count("run", "old-as-the-hills")).isZero();
        assertThat(runs.left("of-today")).endsWith("1 verdicts, 1 runs");
    }

    @Test
    void refusesToStartWithAnOrderThatCannotBe() {
        assertThatThrownBy(() ->
                        retention(Map.of("throughline.retention.contents", "2d", "throughline.retention.runs", "1d")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private ScheduledRetention retention(Map<String, String> values) {
        return new ScheduledRetention(RetentionConfigReader.read(values), settings);
    }
}
