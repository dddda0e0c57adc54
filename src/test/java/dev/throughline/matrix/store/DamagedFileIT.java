package dev.throughline.matrix.store;

import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The service starts on a shipped file of measurements that is damaged: the one of the tests, which stands before the
/// project's on their class path.
@QuarkusTest
@TestProfile(DamagedFileIT.Damaged.class)
class DamagedFileIT {
    private static final Path LOG = Path.of("target", "damaged-file.log");

    @TestHTTPResource
    URI service;

    /// Loads the file at the start, and writes down what is said of it.
    public static final class Damaged implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "throughline.matrix.measured", "shipped",
                    "quarkus.log.file.enabled", "true",
                    "quarkus.log.file.path", LOG.toString());
        }
    }

    @Test
    void theServiceIsReadyWithoutItAndSaysAtWhichLineItIsDamaged() throws Exception {
        assertThat(get("/q/health/ready").statusCode()).isEqualTo(200);
        assertThat(get("/api/v1/matrix?client=damaged-client").body()).contains("\"cells\":[]");
        assertThat(Files.readAllLines(LOG))
                .filteredOn(line -> line.contains("shipped measurements not loaded"))
                .singleElement()
                .asString()
                .contains("file=/measured/measured.jsonl", "line 2: expected a measurement, found ", "capabilities");
    }

    private HttpResponse<String> get(String path) throws Exception {
        return TestHttpClient.send(HttpRequest.newBuilder(service.resolve(path)).build(), BodyHandlers.ofString());
    }
}
