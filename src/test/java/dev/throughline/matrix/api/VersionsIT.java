package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.VersionChanges;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// History, ranges, differences and products.
@QuarkusTest
class VersionsIT {
    @Inject
    MatrixRows rows;

    @Inject
    Matrix matrix;

    private static JsonNode json(String path) {
        TestHttpClient.Answer answer = TestHttpClient.underTest().get(path);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    @Test
    void theHistoryPagesThroughTheRunsDownToTheExchanges() {
        String run = TestHttpClient.underTest()
                .post("/api/v1/runs", "{}")
                .json()
                .path("id")
                .asText();
        String cell = rows.evidence(run, "HERE", "history-client", "1.0.0", "2026-11-03T00:00:00Z", "BROKEN");
        rows.evidence("h-two", "HERE", "history-client", "1.0.0", "2026-11-02T00:00:00Z", "PARTIAL");
        rows.evidence("h-one", "PROJECT", "history-client", "1.0.0", "2026-11-02T00:00:00Z", "PRESERVED");

        JsonNode first = json("/api/v1/matrix/cells/" + cell + "/history?limit=2");
        JsonNode second = json("/api/v1/matrix/cells/" + cell + "/history?limit=2&cursor="
                + first.path("next").asText());

        assertThat(first.at("/runs/0/links/exchanges")).hasSize(3);
        assertThat(first.at("/runs/0/links/exchanges/2").asText()).endsWith("/runs/" + run + "/exchanges/3");
        assertThat(first.at("/runs/0/outcomes/MISSING").asInt()).isEqualTo(2);
        assertThat(first.at("/runs/1/origin").asText()).isEqualTo("PROJECT");
        assertThat(first.at("/runs/1").has("links")).isFalse();
        assertThat(second.path("runs")).hasSize(1);
        assertThat(second.at("/runs/0/status").asText()).isEqualTo("PARTIAL");
        assertThat(second.has("next")).isFalse();
        assertThat(TestHttpClient.underTest().get("/matrix/cells/" + cell).body())
                .contains("by the project", "/runs/" + run + "/exchanges/3");
    }

    @Test
    void anUnknownCellIsNotFoundAndAWrongCursorIsNamed() {
        assertThat(TestHttpClient.underTest()
                        .get("/api/v1/matrix/cells/nothing/history")
                        .status())
                .isEqualTo(404);
        assertThat(TestHttpClient.underTest()
                        .get("/api/v1/matrix/cells/nothing/history?cursor=x")
                        .json()
                        .path("parameter")
                        .asText())
                .isEqualTo("cursor");
    }

    @Test
    void aBoundaryNamesTheVersionsToTryNext() {
        rows.cell("ranges-client", "1.1.34", "THINK", "BROKEN");
        rows.cell("ranges-client", "1.1.53", "THINK", "PRESERVED");
        rows.cell("ranges-client", "1.2.27", "THINK", "PRESERVED");
        rows.version("ranges-client", "1.1.40");

        JsonNode track = json("/api/v1/matrix/ranges?client=ranges-client&capability=THINK")
                .at("/tracks/0");

        assertThat(track.path("ranges")).hasSize(2);
        assertThat(track.at("/ranges/1/from").asText()).isEqualTo("1.1.53");
        assertThat(track.at("/ranges/1/to").asText()).isEqualTo("1.2.27");
        assertThat(track.at("/boundaries/0/words").asText()).isEqualTo("between 1.1.34 and 1.1.53");
        assertThat(track.at("/boundaries/0/tryNext").toString()).isEqualTo("[\"1.1.40\"]");
    }

    @Test
    void aChangeIsAnnouncedOnlyBetweenMeasurementsOfOneSuite() {
        rows.cell("changed-client", "1.0.0", "THINK", "PRESERVED");
        rows.cell("changed-client", "1.1.0", "THINK", "BROKEN");
        rows.cell("rejudged-client", "1.0.0", "THINK", "PRESERVED");
        rows.cell(MatrixRows.key("rejudged-client", "1.1.0").with(Axis.SUITE, "2"), "THINK", "BROKEN");

        assertThat(changed("changed-client")).isEqualTo(1);
        assertThat(changed("rejudged-client")).isZero();
    }

    private long changed(String client) {
        return VersionChanges.of(matrix.now().await().atMost(Duration.ofSeconds(10)), 1_000).stream()
                .filter(change -> change.client().equals(client))
                .count();
    }

    @Test
    void twoVersionsAreCompared() {
        rows.cell("diff-client", "1.0.0", "THINK", "BROKEN");
        rows.cell("diff-client", "1.0.0", "CONTENT", "PRESERVED");
        rows.cell("diff-client", "2.0.0", "THINK", "PRESERVED");

        JsonNode diff = json("/api/v1/matrix/diff?from=diff-client@1.0.0&to=diff-client@latest");

        assertThat(diff.path("to").asText()).isEqualTo("diff-client@2.0.0");
        assertThat(diff.at("/counts/BETTER").asInt()).isEqualTo(1);
        assertThat(diff.at("/counts/DISAPPEARED").asInt()).isEqualTo(1);
        assertThat(diff.at("/changes/0/change").asText()).isEqualTo("BETTER");
    }

    @ParameterizedTest
    @CsvSource({
        "ranges?capability=THINK,client",
        "diff?to=a@1,from",
        "diff?from=a@1,to",
        "diff?from=a@1&to=b@1,to",
        "diff?from=a@1&to=2026-11-21,to",
        "diff?from=@1&to=a@1,from",
        "diff?from=tomorrow&to=2026-11-21,from",
        "ranges?client=a&capability=x,capability"
    })
    void aWrongParameterIsNamed(String path, String parameter) {
        TestHttpClient.Answer answer = TestHttpClient.underTest().get("/api/v1/matrix/" + path);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().path("parameter").asText()).isEqualTo(parameter);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/products/opncode",
                "/api/v1/matrix/ranges?client=opncode",
                "/api/v1/matrix/diff?from=opncode@1&to=opncode@2"
            })
    void anUnknownProductIsNotFoundWithNearNames(String path) {
        rows.version("opencode", "1.1.34");

        TestHttpClient.Answer answer = TestHttpClient.underTest().get(path);

        assertThat(answer.status()).as(answer.body()).isEqualTo(404);
        assertThat(answer.json().path("allowed").toString()).contains("opencode");
    }

    @Test
    void anUnknownVersionIsNotFoundWithNearOnes() {
        rows.version("near-client", "1.1.34");

        TestHttpClient.Answer answer =
                TestHttpClient.underTest().get("/api/v1/matrix/diff?from=near-client@1.1.33&to=near-client@1.1.34");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().path("allowed").toString()).isEqualTo("[\"1.1.34\"]");
    }

    @Test
    void productsHaveTheirVersionsAndTheNewestMeasured() {
        rows.cell("product-client", "1.9.0", "THINK", "BROKEN");
        rows.cell("product-client", "1.10.0", "THINK", "BROKEN");
        rows.version("product-client", "2.0.0");

        JsonNode product = json("/api/v1/products/product-client");

        assertThat(product.path("latestMeasured").asText()).isEqualTo("1.10.0");
        assertThat(product.at("/versions/0/version").asText()).isEqualTo("2.0.0");
        assertThat(product.at("/versions/0/measured").asBoolean()).isFalse();
        assertThat(product.path("matrix").asText()).endsWith("/api/v1/matrix?client=product-client");
        assertThat(json("/api/v1/products?kind=client").path("products").findValuesAsText("id"))
                .contains("product-client");
    }
}
