package dev.throughline.matrix.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.store.RecordedStatements;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.SyntheticPostgres;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Multi;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Asks a service that has many runs, and the database how it finds what the service asks for: no plan
/// reads a table of runs as a whole, neither one made for the values at hand nor one made for any.
@Expensive(41)
@QuarkusTest
@TestProfile(MatrixPlansIT.ManyRuns.class)
class MatrixPlansIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String MATRIX = "/api/v1/matrix";
    private static final Set<String> LARGE =
            Set.of("run", "exchange", "exchange_body", "item", "observation", "token_slice", "evidence", "cell");
    private static final int CONNECTIONS = 16;

    @Inject
    RecordedStatements statements;

    @Inject
    Pool pool;

    /// A separate database, and recorded statements.
    public static final class ManyRuns implements QuarkusTestProfile {
        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(RecordedStatements.class);
        }

        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(SyntheticPostgres.class));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "client=synthetic-07",
                "client=synthetic-19&version=1.3.0",
                "client=",
                "version=1.3.0",
                "variant=interleaved",
                "variant=",
                "model=glm-4.7",
                "model=",
                "dialect=anthropic",
                "dialectOut=responses",
                "policy=interleaved",
                "scenario=probe",
                "scenario=parallel",
                "streaming=whole",
                "streaming=mixed",
                "gateway=throughline",
                "gateway=",
                "gatewayVersion=1.0.0",
                "backend=vllm",
                "backend=llama.cpp",
                "backend=",
                "backendVersion=b6001",
                "backendVersion=0.6.0",
                "template=",
                "suite=1",
                "suite=2",
                "product=sglang",
                "product=synthetic-00",
                "capability=THINK",
                "capability=SIGNATURE",
                "status=BROKEN",
                "status=ERROR",
                "status=BROKEN,PARTIAL",
                "capability=THINK&status=BROKEN",
                "capability=THINK,CONTENT&minConfidence=high",
                "minConfidence=medium",
                "client=synthetic-07&dialect=anthropic&capability=THINK",
                "latest=true",
                "latest=true&client=synthetic-03",
                "latest=true&capability=THINK&status=BROKEN",
                "version=latest&backend=llama.cpp",
                "limit=500"
            })
    void readsNoTableAsAWholeForAPage(String query) {
        looksUp(MATRIX + "?" + query);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "client",
                "version",
                "variant",
                "model",
                "scenario",
                "gateway",
                "gatewayVersion",
                "backend",
                "backendVersion",
                "template",
                "product"
            })
    void readsNoTableAsAWholeForWhatNoCellIsLike(String axis) {
        looksUp(MATRIX + "?" + axis + "=nothing");
    }

    @Test
    void readsNoTableAsAWholeForPagesThatFollow() {
        for (String query : List.of("", "client=synthetic-07&", "capability=THINK&", "latest=true&")) {
            String next = looksUp(MATRIX + "?" + query).path("next").asText();
            String third = looksUp(MATRIX + "?" + query + "cursor=" + next)
                    .path("next")
                    .asText();
            assertThat(third).isNotEqualTo(next);
        }
    }

    @Test
    void readsNoTableAsAWholeForThePast() {
        Instant then = Instant.now().minus(90, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS);

        assertThat(looksUp(MATRIX + "?asOf=" + then).path("cells")).isNotEmpty();
        looksUp(MATRIX + "/diff?client=synthetic-07&capability=THINK&from=" + then + "&to="
                + then.plus(60, ChronoUnit.DAYS));
    }

    @Test
    void readsNoTableAsAWholeForWhatIsDerived() {
        assertThat(looksUp(MATRIX + "/ranges?client=synthetic-07&capability=THINK")
                        .path("tracks"))
                .isNotEmpty();
        looksUp("/api/v1/can-i-use?client=synthetic-07@1.3.0&dialect=openai-chat");
        looksUp("/api/v1/can-i-use?client=synthetic-07@latest&backend=llama.cpp@b4712");
        looksUp("/badge/synthetic-07/THINK.json");
        looksUp("/badge/llama.cpp/THINK.json?version=b6001");
        looksUp("/api/v1/products/synthetic-07");
    }

    @Test
    void readsNoTableAsAWholeForTheRunsOfACell() {
        String cell = looksUp(MATRIX + "?client=synthetic-00").at("/cells/0/id").asText();
        JsonNode history = looksUp(MATRIX + "/cells/" + cell + "/history");

        assertThat(history.path("runs")).isNotEmpty();
        looksUp(MATRIX + "/cells/" + cell + "/history?limit=1");
        looksUp(MATRIX + "/cells/" + cell + "/history?limit=1&cursor="
                + TestHttpClient.underTest()
                        .get(MATRIX + "/cells/" + cell + "/history?limit=1")
                        .json()
                        .path("next")
                        .asText());
        looksUp("/badge/synthetic-00/THINK.json?version=1.0.0");
        assertThat(TestHttpClient.underTest().get(MATRIX + "/evidence?limit=10").status())
                .isEqualTo(200);
        assertThat(wholeReads()).isEmpty();
    }

    /// What plans do not show: how the tables were really read, by statements that are prepared and asked again too.
    @Test
    void neverReadATableAsAWholeWhenAskedAgainAndAgain() {
        Map<String, Long> before = wholeReadsSoFar();
        for (int i = 0; i < 12; i++) {
            for (String query : List.of("", "client=synthetic-0" + i % 10, "model=none", "latest=true", "suite=2")) {
                assertThat(TestHttpClient.underTest()
                                .get(MATRIX + "?limit=" + (1 + 40 * i) + "&" + query)
                                .status())
                        .isEqualTo(200);
            }
        }
        assertThat(wholeReadsSoFar()).isEqualTo(before);
    }

    @Test
    void makesTheCellsThatTheRulesWouldMake() {
        String now = Instant.now()
                .plus(1, ChronoUnit.HOURS)
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
        JsonNode stored = TestHttpClient.underTest()
                .get(MATRIX + "?client=synthetic-11&limit=500")
                .json();
        JsonNode computed = TestHttpClient.underTest()
                .get(MATRIX + "?client=synthetic-11&limit=500&asOf=" + now)
                .json();

        assertThat(stored.path("cells")).hasSizeGreaterThan(400);
        assertThat(computed.path("cells").findValuesAsText("status"))
                .isEqualTo(stored.path("cells").findValuesAsText("status"));
        assertThat(computed.path("cells").findValuesAsText("confidence"))
                .isEqualTo(stored.path("cells").findValuesAsText("confidence"));
    }

    private JsonNode looksUp(String path) {
        statements.take();
        TestHttpClient.Answer answer = TestHttpClient.underTest().get(path);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(wholeReads()).as(path).isEmpty();
        return answer.json();
    }

    /// The statements since the last look whose plan reads a large table as a whole, with the plan.
    private List<String> wholeReads() {
        List<RecordedStatements.Recorded> asked = statements.take();
        assertThat(asked).isNotEmpty();
        List<String> found = new ArrayList<>();
        for (RecordedStatements.Recorded one : asked) {
            var own = Tuple.newInstance(one.values());
            String forThese = plan(pool.preparedQuery("EXPLAIN (FORMAT JSON) " + one.sql())
                    .execute(own)
                    .await()
                    .atMost(PATIENCE));
            String forAny = plan(pool.query("EXPLAIN (GENERIC_PLAN, FORMAT JSON) " + one.sql())
                    .execute()
                    .await()
                    .atMost(PATIENCE));
            for (String plan : List.of(forThese, forAny)) {
                if (readsWhole(plan)) {
                    found.add(one.sql() + "\n" + own.deepToString() + "\n" + plan);
                }
            }
        }
        return found;
    }

    private static String plan(RowSet<Row> rows) {
        return rows.iterator().next().getValue(0).toString();
    }

    private static boolean readsWhole(String plan) {
        try {
            return JSON.readTree(plan).findParents("Relation Name").stream()
                    .anyMatch(node -> node.path("Node Type").asText().equals("Seq Scan")
                            && LARGE.contains(node.path("Relation Name").asText()));
        } catch (JsonProcessingException e) {
            throw new AssertionError("no plan: " + plan, e);
        }
    }

    /// How often each large table was read as a whole, once every connection has told what it did.
    private Map<String, Long> wholeReadsSoFar() {
        Multi.createFrom()
                .range(0, CONNECTIONS)
                .onItem()
                .transformToUniAndMerge(i -> pool.query("SELECT pg_stat_force_next_flush(), pg_sleep(0.5)")
                        .execute())
                .collect()
                .asList()
                .await()
                .atMost(PATIENCE);
        Map<String, Long> reads = new TreeMap<>();
        for (Row row : pool.query("SELECT relname, seq_scan FROM pg_stat_user_tables")
                .execute()
                .await()
                .atMost(PATIENCE)) {
            if (LARGE.contains(row.getString(0))) {
                reads.put(row.getString(0), row.getLong(1));
            }
        }
        return reads;
    }
}
