package dev.throughline.pages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.GetEndpoints;
import dev.throughline.testing.LargeRunRows;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// A run of 70,000 requests, more than a statement can have parameters, 10,000 of them in one conversation: every GET
/// endpoint, report and page answers. `.ci/bench large` asks the same of a process with 256 MB of heap and a run of
/// 1,000,000 requests.
@Expensive(55)
@QuarkusTest
class LargeRunIT {
    private static final int REQUESTS = 70_000;
    private static final int LONGEST = 10_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final List<String> FORMATS = List.of("json", "html", "text", "junit", "sarif");

    @Inject
    Pool pool;

    @Test
    void answersEveryQuestionAboutIt() {
        String run =
                PageClient.open("{\"label\":\"large\",\"client\":{\"name\":\"large-client\",\"version\":\"1.0.0\"}}");
        PageClient.converse(run, 2, _ -> false);
        new LargeRunRows(run, REQUESTS, LONGEST)
                .statements()
                .forEach(sql -> pool.query(sql).executeAndAwait());

        JsonNode open = json(report(run, "json"));
        assertThat(open.path("total").asInt()).isGreaterThan(REQUESTS);
        assertThat(open.path("total").asInt() - open.path("returned").asInt()).isEqualTo(lost());
        assertThat(open.path("missing_count").asInt()).isEqualTo(lost());
        assertThat(open.path("items").size()).isLessThan(10_000);
        assertThat(open.path("items").size() + open.path("omitted").asInt()).isGreaterThan(REQUESTS);
        assertThat(open.at("/capabilities/THINK/outcomes/MISSING").asInt()).isEqualTo(lost());
        assertThat(open.path("through").asInt()).isEqualTo(REQUESTS);
        assertThat(json(report(run, "json"))).as("reused").isEqualTo(open);
        assertThat(get(report(run, "text")).body())
                .contains("counted up to " + REQUESTS + " at " + open.path("at").textValue());

        assertThat(seal(run).statusCode()).isEqualTo(200);

        JsonNode sealed = json(report(run, "json"));
        assertThat(sealed.has("through") || sealed.has("at")).isFalse();
        assertThat(withoutState(sealed)).isEqualTo(withoutState(open));
        asked(run)
                .forEach((name, path) -> assertThat(get(path).statusCode())
                        .as("%s: %s", name, path)
                        .isLessThan(500));
    }

    private static int lost() {
        return (int) IntStream.rangeClosed(3, REQUESTS)
                .filter(n -> n % 7 == 0 && (n <= LONGEST || (n - LONGEST - 1) % 40 > 0))
                .count();
    }

    /// What the state of a run changes in its report.
    private static JsonNode withoutState(JsonNode report) {
        return ((ObjectNode) report.deepCopy()).without(List.of("state", "prefix", "remedies", "through", "at"));
    }

    private static Map<String, String> asked(String run) {
        Map<String, String> all =
                new LinkedHashMap<>(GetEndpoints.ofRun(json("/openapi?format=json"), run, LONGEST - 3));
        // Never ends while its run is read.
        all.replace("/api/v1/runs/{run}/events", "/health");
        FORMATS.forEach(format -> all.put("report " + format, report(run, format)));
        all.put("page of the run", "/runs/" + run);
        all.put("its last part", "/runs/" + run + "?conversation=1&after=" + (LONGEST - 40));
        all.put("page of an exchange", "/runs/" + run + "/exchanges/" + LONGEST);
        all.put("page of the last exchange", "/runs/" + run + "/exchanges/" + REQUESTS);
        all.put("the last exchanges", "/api/v1/runs/" + run + "/exchanges?after=" + (REQUESTS - 10));
        return all;
    }

    private static String report(String run, String format) {
        return "/api/v1/runs/" + run + "/report?format=" + format;
    }

    private static JsonNode json(String path) {
        return new TestHttpClient.Answer(get(path)).json();
    }

    private static HttpResponse<String> seal(String run) {
        HttpRequest request = TestHttpClient.underTest()
                .request("/api/v1/runs/" + run + "/seal")
                .timeout(PATIENCE)
                .POST(BodyPublishers.noBody())
                .build();
        return TestHttpClient.send(request, BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String path) {
        HttpRequest request =
                TestHttpClient.underTest().request(path).timeout(PATIENCE).GET().build();
        return TestHttpClient.send(request, BodyHandlers.ofString());
    }
}
