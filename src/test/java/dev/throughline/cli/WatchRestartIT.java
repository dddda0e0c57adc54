package dev.throughline.cli;

import dev.throughline.testing.PackagedService;
import dev.throughline.testing.TestHttpClient;
import java.net.URI;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// `watch` beside a service that is stopped and started again.
class WatchRestartIT {
    private static final String REQUEST =
            "{\"model\":\"glm-4.7\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}";

    @Test
    void followsTheSameRunAfterTheServiceRestarted() throws Exception {
        try (var service = new PackagedService()) {
            TestHttpClient client = TestHttpClient.of(URI.create(service.host()));
            String run = client.post("/api/v1/runs", "{}").json().path("id").asText();
            var watching = new CommandBeside("watch " + run + " --color never --server " + service.host());
            watching.await("requests so far");
            client.post("/r/" + run + "/v1/chat/completions", REQUEST);
            watching.await("request 1 completed");

            service.stop();
            service.start();
            // Its answer may end before the watcher is back.
            client.post("/r/" + run + "/v1/chat/completions", REQUEST);
            watching.await("request 2 completed");
            client.post("/api/v1/runs/" + run + "/seal", "{}");

            assertThat(watching.code()).isZero();
            assertThat(watching.text()).endsWith("sealed\n").doesNotContain("Exception");
        }
    }
}
