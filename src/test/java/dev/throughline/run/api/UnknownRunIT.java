package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.throughline.run.api.ProblemsIT.isProblem;
import static org.assertj.core.api.Assertions.assertThat;

/// A nonexistent run is reported as such on every path below it.
@QuarkusTest
class UnknownRunIT {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/report",
                "/exchanges",
                "/exchanges/1",
                "/exchanges/1/request",
                "/exchanges/1/tokens",
                "/events"
            })
    void unknownRunIsNamed(String below) {
        JsonNode problem =
                isProblem(TestHttpClient.underTest().get("/api/v1/runs/no-such-run" + below), 404, "unknown-run");

        assertThat(problem.path("run").asText()).isEqualTo("no-such-run");
        assertThat(problem.path("detail").asText()).contains("POST /api/v1/runs");
    }

    @Test
    void whatCannotBeARunIdIsAnUnknownRun() {
        isProblem(TestHttpClient.underTest().get("/api/v1/runs/NOT%20AN%20ID"), 404, "unknown-run");
    }

    @Test
    void unknownRunCannotBeSealedOrDeleted() {
        isProblem(TestHttpClient.underTest().post("/api/v1/runs/no-such-run/seal", ""), 404, "unknown-run");
        isProblem(TestHttpClient.underTest().send("DELETE", "/api/v1/runs/no-such-run", ""), 404, "unknown-run");
    }
}
