package dev.throughline.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.KeysProfile;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Whose measurements count for others: those of keys of the scope `measure`, and of admins.
@Expensive(8)
@QuarkusTest
@TestProfile(KeysProfile.class)
class MeasureScopeIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String CHECK = """
            {"backend": {"name": "%s", "version": "1.0.0"}, "model": "glm-4.7", "template": "%s",
             "requests": 61, "seconds": 12.5, "dialects": [{"dialect": "openai-chat", "proof": "APPLY_TEMPLATE",
              "think": {"status": "%s", "withinTurn": "PRESERVED", "acrossTurns": "%3$s"},
              "quality": {"tool_call_f1": null, "schema_accuracy": {"numerator": 5, "denominator": 6}}}]}""";

    private final KeyedHttpClient reader = KeyedHttpClient.with(Scope.READ);

    @Test
    void aCheckOfARunKeyCountsForNobodyElse() throws SQLException {
        KeyText key = KeyedHttpClient.keys().create("", Scope.RUN, KeyLimits.NONE);

        TestHttpClient.Answer kept =
                KeyedHttpClient.with(key).post("/api/v1/backend-checks", check("run-backend", "BROKEN"));

        assertThat(kept.status()).isEqualTo(201);
        assertThat(badge("run-backend")).isEqualTo("unknown");
        assertThat(reader.get("/api/v1/matrix?backend=run-backend").body()).doesNotContain("BROKEN");
        assertThat(reader.get("/api/v1/products").body()).doesNotContain("run-backend");
        assertThat(column("owner", "run-backend")).isEqualTo(key.id().value());
        assertThat(column("said_by", "run-backend")).isEqualTo(key.id().value());
        assertThat(column("said_from", "run-backend")).isIn("127.0.0.1", "0:0:0:0:0:0:0:1");
    }

    @Test
    void aCheckOfAMeasureKeyCountsAndSaysWhoseItIs() throws SQLException {
        KeyText key = KeyedHttpClient.keys().create("", Scope.MEASURE, KeyLimits.NONE);

        KeyedHttpClient.with(Scope.RUN).post("/api/v1/backend-checks", check("shared-backend", "BROKEN"));
        KeyedHttpClient.with(key).post("/api/v1/backend-checks", check("shared-backend", "PRESERVED"));

        assertThat(badge("shared-backend")).isEqualTo("preserved");
        assertThat(column("string_agg(said_by, ',') FILTER (WHERE owner IS NULL)", "shared-backend"))
                .isEqualTo(key.id().value());
    }

    @Test
    void aSealedRunCountsIfItsKeyMayMeasure() throws Exception {
        KeyedHttpClient run = KeyedHttpClient.with(Scope.RUN);
        KeyedHttpClient measure = KeyedHttpClient.with(Scope.MEASURE);

        measure(run, "private-client");
        measure(measure, "shared-client");
        measure(KeyedHttpClient.with(Scope.ADMIN), "admin-client");

        assertThat(answer("private-client")).isNotEqualTo(200);
        assertThat(reader.get("/api/v1/matrix?client=private-client").body()).doesNotContain("PRESERVED");
        assertThat(answer("shared-client")).isEqualTo(200);
        assertThat(reader.get("/api/v1/matrix?client=shared-client").body()).contains("PRESERVED");
        assertThat(reader.get("/api/v1/matrix?client=admin-client").body()).contains("PRESERVED");
        assertThat(KeyedHttpClient.with(Scope.ADMIN)
                        .get("/api/v1/matrix/evidence")
                        .body())
                .contains("shared-client")
                .doesNotContain("private-client");
    }

    @Test
    void theOwnerOfARunKeySeesWhatItMeasuredAsItsOwn() throws Exception {
        KeyedHttpClient owner = KeyedHttpClient.with(Scope.RUN);
        KeyedHttpClient other = KeyedHttpClient.with(Scope.RUN);
        measure(owner, "own-client");
        measure(other, "others-client");
        owner.post("/api/v1/backend-checks", check("own-backend", "BROKEN"));

        JsonNode own = owner.get("/api/v1/matrix?own=true").json();

        assertThat(own.path("own").booleanValue()).isTrue();
        assertThat(own.path("cells")).isNotEmpty().allSatisfy(cell -> {
            assertThat(cell.path("own").booleanValue()).isTrue();
            assertThat(cell.path("links").has("history")).isFalse();
        });
        assertThat(own.toString())
                .contains("own-client", "own-backend", "BROKEN")
                .doesNotContain("others-client");
        JsonNode thought = owner.get("/api/v1/matrix?own=true&client=own-client&capability=THINK")
                .json()
                .path("cells");
        assertThat(thought).singleElement().satisfies(cell -> {
            assertThat(cell.path("status").asText()).isEqualTo("PRESERVED");
            assertThat(cell.path("votes").asInt()).isEqualTo(1);
        });
        String report = thought.get(0).at("/links/report").asText();
        assertThat(owner.get(report.substring(report.indexOf("/api/"))).status())
                .isEqualTo(200);
        assertThat(other.get("/api/v1/matrix?own=true").body())
                .contains("others-client")
                .doesNotContain("own-client", "own-backend");
        assertThat(owner.get("/api/v1/matrix?client=own-client").json().path("cells"))
                .isEmpty();
        assertThat(reader.get("/api/v1/matrix?own=true").json().path("cells")).isEmpty();
    }

    @Test
    void whatAMeasureKeyMeasuresIsSharedAndNotItsOwn() throws Exception {
        KeyedHttpClient measure = KeyedHttpClient.with(Scope.MEASURE);
        measure(measure, "counted-client");

        assertThat(measure.get("/api/v1/matrix?own=true").json().path("cells")).isEmpty();
        assertThat(measure.get("/api/v1/matrix?client=counted-client")
                        .json()
                        .path("own")
                        .booleanValue())
                .isFalse();
        assertThat(measure.get("/api/v1/matrix?client=counted-client").json().at("/cells/0"))
                .noneMatch(JsonNode::isBoolean);
    }

    @Test
    void ownCellsHavePagesAndAPageForPeople() throws Exception {
        KeyedHttpClient owner = KeyedHttpClient.with(Scope.RUN);
        for (String client : List.of("paged-a", "paged-b", "paged-c")) {
            measure(owner, client);
        }

        Set<String> clients = new TreeSet<>();
        String cursor = "";
        for (int page = 0; page < 3; page++) {
            JsonNode found = owner.get("/api/v1/matrix?own=true&capability=THINK&limit=1" + cursor)
                    .json();
            found.path("cells")
                    .forEach(cell -> clients.add(cell.at("/client/product").asText()));
            cursor = "&cursor=" + found.path("next").asText();
            assertThat(found.has("next")).isEqualTo(page < 2);
        }
        assertThat(clients).containsExactly("paged-a", "paged-b", "paged-c");

        String html = owner.get("/matrix?own=true").body();
        assertThat(html).contains("Measured by your key", "paged-b", "your own");
        assertThat(owner.get("/matrix").body()).contains("?own=true").doesNotContain("paged-b");
        assertThat(owner.get("/api/v1/matrix?own=true&format=jsonl").body()).contains("\"own\":true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"own=true&latest=true", "own=true&asOf=2026-01-01", "own=true&format=csv", "own=perhaps"})
    void refusesWhatOwnCellsCannotBeAskedFor(String query) {
        TestHttpClient.Answer refused = KeyedHttpClient.with(Scope.RUN).get("/api/v1/matrix?" + query);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("own");
    }

    @Test
    void theLatestVersionIsReportedByTheSameScope() {
        String path = "/api/v1/products/pi/latest";
        String latest = "{\"version\": \"99.0.0\"}";

        TestHttpClient.Answer refused = KeyedHttpClient.with(Scope.RUN).send("PUT", path, latest);

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.json().path("detail").asText()).contains("this requires measure");
        assertThat(KeyedHttpClient.with(Scope.MEASURE).send("PUT", path, latest).status())
                .isEqualTo(200);
    }

    @Test
    void aMeasureKeyMayDoWhatARunKeyMayAndNoMore() {
        KeyedHttpClient measure = KeyedHttpClient.with(Scope.MEASURE);

        assertThat(measure.run("{}")).isNotEmpty();
        String other = KeyedHttpClient.with(Scope.RUN).run("{}");
        assertThat(measure.post("/api/v1/runs/" + other + "/seal", "").status()).isEqualTo(404);
    }

    private static String check(String backend, String status) {
        return CHECK.formatted(backend, "0d".repeat(32), status);
    }

    private int answer(String client) {
        return reader.get("/api/v1/products/" + client).status();
    }

    private static String badge(String backend) {
        return KeyedHttpClient.NOBODY
                .get("/badge/" + backend + "/THINK.json")
                .json()
                .path("message")
                .asText();
    }

    /// A conversation of two turns that keeps its reasoning, sealed.
    private static void measure(KeyedHttpClient keyedHttpClient, String client) throws IOException {
        String run = keyedHttpClient.run(
                "{\"scenario\":\"chat\",\"client\":{\"name\":\"" + client + "\",\"version\":\"1.0.0\"}}");
        String chat = "/r/" + run + "/v1/chat/completions";
        ObjectNode body = JSON.createObjectNode().put("model", "glm-4.7");
        body.putArray("messages").addObject().put("role", "user").put("content", "one");
        JsonNode answer = keyedHttpClient.post(chat, body.toString()).json().at("/choices/0/message");
        body.withArray("messages").add(answer).addObject().put("role", "user").put("content", "two");
        keyedHttpClient.post(chat, body.toString());
        assertThat(keyedHttpClient.post("/api/v1/runs/" + run + "/seal", "").status())
                .isEqualTo(200);
    }

    private static String column(String column, String backend) throws SQLException {
        try (Connection connection = KeyedHttpClient.database().getConnection();
                PreparedStatement query =
                        connection.prepareStatement("SELECT " + column + " FROM evidence WHERE backend = ?")) {
            query.setString(1, backend);
            try (ResultSet rows = query.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }
}
