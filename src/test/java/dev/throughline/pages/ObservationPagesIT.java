package dev.throughline.pages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.LargeRunRows;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What a request late in a long conversation did, page by page, against the whole of it as the database has it.
///
/// The rows are random: items seen anew, items not carried any more, requests that continue an earlier one, requests
/// whose observations are recorded whole.
@Expensive(31)
@QuarkusTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ObservationPagesIT {
    private static final int LONGEST = 3_000;
    private static final String OTHER_SIGHTINGS = """
            INSERT INTO observation (run_id, observer, exchange, first, due, scope, start, sighted, digests)
            SELECT o.run_id, n, 1 + floor(random() * (n - 2)), o.ordinal,
                CASE WHEN random() < 0.3 THEN 'NONE' ELSE 'MAY' END, 'ACROSS_TURNS', '', o.sighting::text,
                ARRAY[o.digest]
            FROM observed_item o, generate_series(10, 3000) n WHERE o.run_id = '$RUN' AND o.observer = 2
            ON CONFLICT DO NOTHING""";
    private static final String OTHER_PARENTS = """
            UPDATE exchange SET link = link::jsonb || jsonb_build_object('parent', number - 7)
            WHERE number % 211 = 0 AND number <= 3000 AND run_id = '$RUN'""";
    private static final String WHOLE =
            "UPDATE exchange SET observes_changes = false WHERE number IN (500, 1400) AND run_id = '$RUN'";

    @Inject
    Pool pool;

    private String longRun = "";

    @ParameterizedTest(name = "request {0}, {1} a page")
    @CsvSource({"3000, 1000", "3000, 137", "2999, 999", "2532, 200", "1600, 50", "1400, 1000", "490, 7", "12, 1", "2, 2"
    })
    void togetherAreEverythingThatTheRequestDid(int request, int limit) {
        String run = longConversation();

        List<String> paged = new ArrayList<>();
        Optional<String> before = Optional.empty();
        do {
            JsonNode evidence = evidence(
                    run,
                    request,
                    "?limit=" + limit + before.map(at -> "&before=" + at).orElse(""));
            assertThat(evidence.path("observations")).hasSizeLessThanOrEqualTo(limit);
            List<String> page = new ArrayList<>();
            evidence.path("observations").forEach(one -> page.add(line(one)));
            paged.addAll(0, page);
            before = Optional.of(evidence.path("next").asText("")).filter(next -> !next.isEmpty());
        } while (before.isPresent());

        assertThat(paged).isEqualTo(whole(run, request)).hasSizeGreaterThan(1);
    }

    @Test
    void areOneWhereEverythingHasRoom() {
        String run = PageClient.open("{\"label\":\"short\"}");
        PageClient.converse(run, 5, _ -> false);

        JsonNode evidence = evidence(run, 5, "");

        assertThat(evidence.has("next")).isFalse();
        assertThat(evidence.path("observations")).hasSize(whole(run, 5).size()).isNotEmpty();
    }

    @Test
    void areNamedByTheLastOneOnly() {
        String run = PageClient.open("{\"label\":\"cursor\"}");
        PageClient.converse(run, 2, _ -> false);
        String exchange = "/api/v1/runs/" + run + "/exchanges/2";

        assertThat(TestHttpClient.underTest().get(exchange + "?before=last").status())
                .isEqualTo(400);
        assertThat(TestHttpClient.underTest().get(exchange + "?limit=1001").status())
                .isEqualTo(400);
    }

    @Test
    void ofALongConversationAreLinkedOnThePageOfTheExchange() {
        String run = longConversation();
        String address = "/runs/" + run + "/exchanges/" + LONGEST;

        String latest = PageClient.page(address).body();
        String earlier = PageClient.page(address + "?before=" + before(latest)).body();

        assertThat(latest).contains("of the items compared here").doesNotContain("Latest items");
        assertThat(earlier).contains("of the items compared here", "Latest items");
        assertThat(Double.parseDouble(before(latest))).isBetween(LONGEST - 301.0, LONGEST - 1.0);
        assertThat(Double.parseDouble(before(earlier))).isBetween(LONGEST - 602.0, LONGEST - 50.0);
        assertThat(latest).hasSizeLessThan(100_000);
    }

    /// Where the link to earlier items leads.
    private static String before(String page) {
        return page.replaceAll("(?s).*\\?before=([0-9.]+)\".*", "$1");
    }

    /// The same for all tests, which only read it.
    private synchronized String longConversation() {
        if (!longRun.isEmpty()) {
            return longRun;
        }
        String run = PageClient.open("{\"label\":\"long\"}");
        PageClient.converse(run, 2, _ -> false);
        new LargeRunRows(run, LONGEST + 80, LONGEST)
                .statements()
                .forEach(sql -> pool.query(sql).executeAndAwait());
        List.of(OTHER_SIGHTINGS, OTHER_PARENTS, WHOLE)
                .forEach(sql -> pool.query(sql.replace("$RUN", run)).executeAndAwait());
        longRun = run;
        return run;
    }

    private List<String> whole(String run, int request) {
        List<String> lines = new ArrayList<>();
        pool.preparedQuery("SELECT exchange, ordinal, due, scope, sighting->>'place', sighting->>'path'"
                        + " FROM request_observations($1, $2) ORDER BY exchange, ordinal")
                .executeAndAwait(Tuple.of(run, request))
                .forEach(row -> lines.add("%d.%d %s %s %s %s"
                        .formatted(
                                row.getInteger(0),
                                row.getInteger(1),
                                row.getString(2),
                                row.getString(3),
                                row.getString(4),
                                row.getString(5))));
        return lines;
    }

    private static String line(JsonNode observation) {
        return "%d.%d %s %s %s %s"
                .formatted(
                        observation.path("exchange").asInt(),
                        observation.path("ordinal").asInt(),
                        observation.path("due").asText(),
                        observation.path("scope").asText(),
                        observation.path("place").asText(),
                        observation.path("path").asText());
    }

    private static JsonNode evidence(String run, int request, String query) {
        return PageClient.json("/api/v1/runs/" + run + "/exchanges/" + request + query)
                .path("evidence");
    }
}
