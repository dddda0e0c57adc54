package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.export.SarifAssertions;
import dev.throughline.matrix.Axis;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.verdict.Status;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class MatrixResourceIT {
    private static final String MATRIX = "/api/v1/matrix";

    @Inject
    MatrixRows rows;

    private static JsonNode cells(String query) {
        TestHttpClient.Answer answer = TestHttpClient.underTest().get(MATRIX + "?" + query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json().path("cells");
    }

    @Test
    void pagesNewestVersionFirstAndEveryCellOnce() {
        for (String version : List.of("1.1.34", "1.1.53", "1.18.33")) {
            rows.cell("paging-client", version, "THINK", "PRESERVED");
            rows.cell("paging-client", version, "CONTENT", "PRESERVED");
        }
        List<String> seen = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = TestHttpClient.underTest()
                    .get(MATRIX + "?client=paging-client&limit=4&cursor=" + cursor)
                    .json();
            page.path("cells")
                    .forEach(cell -> seen.add(cell.at("/client/version").asText()));
            cursor = page.path("next").asText();
        } while (!cursor.isEmpty());

        assertThat(seen).containsExactly("1.18.33", "1.18.33", "1.1.53", "1.1.53", "1.1.34", "1.1.34");
    }

    @Test
    void showsEverythingOfACell() {
        rows.evidence("shown-run", "PROJECT", "shown-client", "0.3.0", "2026-11-01T00:00:00Z", "PRESERVED");
        rows.claim("shown-client", Optional.empty(), Status.BROKEN);

        JsonNode cell = cells("client=shown-client").path(0);

        assertThat(cell.path("status").asText()).isEqualTo("PRESERVED");
        assertThat(cell.path("counts").path("PRESERVED").asInt()).isEqualTo(1);
        assertThat(cell.path("origin").asText()).isEqualTo("PROJECT");
        assertThat(cell.path("flags").toString()).contains("DISPUTED");
        assertThat(cell.at("/claims/0/status").asText()).isEqualTo("BROKEN");
        assertThat(cell.at("/claims/0/disputed").asBoolean()).isTrue();
        assertThat(cell.at("/claims/0/reported").asText()).isEqualTo("2026-01-24");
        assertThat(cell.at("/links/history").asText())
                .endsWith("/matrix/cells/" + cell.path("id").asText() + "/history");
        assertThat(cell.path("links").has("run")).isFalse();
    }

    @Test
    void linksToTheRunThatIsKeptHere() {
        String run = TestHttpClient.underTest()
                .post("/api/v1/runs", "{}")
                .json()
                .path("id")
                .asText();
        rows.evidence(run, "HERE", "linked-client", "1.0.0", "2026-11-01T00:00:00Z", "BROKEN");

        JsonNode links = cells("client=linked-client").path(0).path("links");

        assertThat(links.path("run").asText()).endsWith("/api/v1/runs/" + run);
        assertThat(links.path("exchanges").asText()).endsWith("/api/v1/runs/" + run + "/exchanges");
    }

    @Test
    void asOfShowsWhatTheRunsHadSaidUntilThen() {
        rows.evidence("then-one", "HERE", "then-client", "1.0.0", "2026-10-01T00:00:00Z", "BROKEN");
        rows.evidence("then-two", "HERE", "then-client", "1.0.0", "2026-11-01T00:00:00Z", "PRESERVED");

        assertThat(cells("client=then-client&asOf=2026-09-01")).isEmpty();
        assertThat(cells("client=then-client&asOf=2026-10-15")
                        .path(0)
                        .path("status")
                        .asText())
                .isEqualTo("BROKEN");
        assertThat(cells("client=then-client&asOf=2026-10-15&status=PRESERVED")).isEmpty();
        JsonNode diff = TestHttpClient.underTest()
                .get(MATRIX + "/diff?client=then-client&from=2026-09-01&to=2026-10-15")
                .json();
        assertThat(diff.at("/counts/APPEARED").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "jsonl", "csv", "html"})
    void everyFormatNamesTheNextPageInALinkHeader(String format) {
        rows.cell("paged-client", "1.0.0", "THINK", "BROKEN");
        rows.cell("paged-client", "1.0.0", "ORDER", "BROKEN");
        String first = "?client=paged-client&limit=1&format=" + format;

        String link = TestHttpClient.underTest().get(MATRIX + first).header("link");
        assertThat(link).matches("<\\?[^>]*client=paged-client[^>]*>; rel=\"next\"");
        String second = link.substring(1, link.indexOf('>'));
        assertThat(TestHttpClient.underTest().get(MATRIX + second).header("link"))
                .isEmpty();
        assertThat(TestHttpClient.underTest().get(MATRIX + second).body())
                .isNotEqualTo(TestHttpClient.underTest().get(MATRIX + first).body());
    }

    @Test
    void latestShowsTheNewestMeasuredVersionOfEachProduct() {
        rows.cell("latest-client", "1.9.0", "THINK", "BROKEN");
        rows.cell("latest-client", "1.10.0", "THINK", "PRESERVED");
        rows.version("latest-client", "2.0.0");

        assertThat(cells("client=latest-client&latest=true")).hasSize(1);
        assertThat(cells("client=latest-client&clientVersion=latest")
                        .path(0)
                        .at("/client/version")
                        .asText())
                .isEqualTo("1.10.0");
    }

    @ParameterizedTest
    @CsvSource({
        "capability=THINK,1",
        "'capability=THINK,CONTENT',2",
        "capability=THINK&capability=CONTENT,2",
        "status=broken,1",
        "status=PRESERVED,1",
        "version=1.0.0,2",
        "clientVersion=2.0.0,0",
        "model=glm-4.7,2",
        "variant=,2",
        "backend=,2",
        "model=,0",
        "sdk=&reasoningField=&template=,2",
        "gateway=%20,2",
        "backend=%20,2",
        "model=%20,0",
        "policy=interleaved,0",
        "dialect=openai-chat&dialectOut=openai-chat,2",
        "streaming=stream&scenario=tools&suite=1,2",
        "minConfidence=high,0",
        "product=filtered-client,2"
    })
    void filtersOnEveryAxis(String query, int count) {
        rows.cell("filtered-client", "1.0.0", "THINK", "BROKEN");
        rows.cell("filtered-client", "1.0.0", "CONTENT", "PRESERVED");

        assertThat(cells("client=filtered-client&" + query)).hasSize(count);
    }

    @Test
    void anEmptyAxisSelectsTheCellsWithoutIt() {
        rows.cell("plain-client", "1.0.0", "THINK", "BROKEN");
        rows.cell(
                MatrixRows.key("plain-client", "1.1.0")
                        .with(Axis.GATEWAY, "throughline")
                        .with(Axis.GATEWAY_VERSION, "0.1.0"),
                "THINK",
                "BROKEN");

        assertThat(cells("client=plain-client")).hasSize(2);
        assertThat(cells("client=plain-client&gateway=&gatewayVersion=")).hasSize(1);
        assertThat(cells("client=plain-client&gateway=throughline")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "capability,THOUGHT",
        "status,' OR 1=1",
        "policy,none",
        "dialect,openai",
        "streaming,",
        "suite,one",
        "latest,maybe",
        "asOf,yesterday",
        "cursor,bm90aGluZw",
        "limit,501",
        "minConfidence,9",
        "format,pdf",
        "client,a\u0000b",
        "cleint,opencode"
    })
    void aWrongParameterIsNamed(String name, String value) {
        String written = value == null ? "" : URLEncoder.encode(value, StandardCharsets.UTF_8);
        TestHttpClient.Answer answer = TestHttpClient.underTest().get(MATRIX + "?" + name + "=" + written);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
        assertThat(answer.json().path("parameter").asText()).isEqualTo(name);
    }

    @Test
    void aHostileValueMatchesNothing() {
        String value = URLEncoder.encode("x'; DROP TABLE cell; --", StandardCharsets.UTF_8);

        assertThat(cells("client=" + value)).isEmpty();
    }

    @Test
    void whoKnowsTheAnswerIsNotSentItAgainUntilItChanges() {
        rows.cell("tagged-client", "1.0.0", "THINK", "BROKEN");
        String path = MATRIX + "?client=tagged-client";
        String tag = TestHttpClient.underTest().get(path).header("etag");

        TestHttpClient.Answer same = TestHttpClient.underTest().get(path, "if-none-match", tag);
        rows.cell("tagged-client", "1.0.0", "CONTENT", "BROKEN");
        TestHttpClient.Answer other = TestHttpClient.underTest().get(path, "if-none-match", tag);

        assertThat(same.status()).isEqualTo(304);
        assertThat(same.header("vary")).isEqualTo("Accept");
        assertThat(same.header("cache-control")).isEqualTo("no-cache");
        assertThat(other.status()).isEqualTo(200);
    }

    @Test
    void codeScanningAcceptsEverySarifResult() {
        rows.cell("scoped/sarif-client", "1.0.0", "THINK", "BROKEN");

        JsonNode log = TestHttpClient.underTest()
                .get(MATRIX + "?client=scoped%2Fsarif-client&format=sarif")
                .json();

        assertThat(log.at("/runs/0/results")).hasSize(1);
        SarifAssertions.assertIsAccepted(log);
    }

    @ParameterizedTest
    @CsvSource({
        "json,application/json",
        "jsonl,application/x-ndjson",
        "junit,application/xml",
        "sarif,application/sarif+json",
        "csv,text/csv",
        "html,text/html"
    })
    void isHadByFormatAndByAccept(String format, String type) {
        rows.cell("format-client", "1.0.0", "THINK", "BROKEN");
        rows.claim("format-client", Optional.empty(), Status.BROKEN);

        TestHttpClient.Answer named = TestHttpClient.underTest().get(MATRIX + "?client=format-client&format=" + format);
        TestHttpClient.Answer accepted =
                TestHttpClient.underTest().get(MATRIX + "?client=format-client", "accept", type);

        assertThat(named.status()).as(named.body()).isEqualTo(200);
        assertThat(named.header("content-type")).startsWith(type);
        assertThat(named.body()).contains("format-client").isEqualTo(accepted.body());
    }

    @Test
    void thePageForPeopleShowsClaimsAsText() {
        String id = rows.cell("page-client", "1.0.0", "THINK", "BROKEN");
        rows.claim("page-client", Optional.of("1.0.0"), Status.PRESERVED);

        TestHttpClient.Answer page = TestHttpClient.underTest().get("/matrix?client=page-client");

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("content-security-policy")).startsWith("default-src 'none'; script-src 'self'");
        assertThat(page.response().headers().allValues("content-security-policy"))
                .hasSize(1);
        assertThat(page.body())
                .contains("/matrix/cells/" + id + "\"")
                .contains("&lt;b&gt;everything&lt;/b&gt;")
                .doesNotContain("<script>");
    }
}
