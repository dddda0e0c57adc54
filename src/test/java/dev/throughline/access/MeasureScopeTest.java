package dev.throughline.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.KeysProfile;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Whose measurements count for others: those of keys of the scope `measure`, and of admins.
@QuarkusTest
@TestProfile(KeysProfile.class)
class MeasureScopeTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String CHECK = """
            {"backend": {"name": "%s", "version": "1.0.0"}, "model": "glm-4.7", "template": "%s",
             "requests": 61, "seconds": 12.5, "dialects": [{"dialect": "openai-chat", "proof": "APPLY_TEMPLATE",
              "think": {"status": "%s", "withinTurn": "PRESERVED", "acrossTurns": "%3$s"},
              "quality": {"tool_call_f1": null, "schema_accuracy": {"numerator": 5, "denominator": 6}}}]}""";

    private final Visit reader = Visit.with(Scope.READ);

    @Test
    void aCheckOfARunKeyCountsForNobodyElse() throws SQLException {
        KeyText key = Visit.keys().create("", Scope.RUN, KeyLimits.NONE);

        Visit.Answer kept = Visit.with(key).post("/api/v1/backend-checks", check("run-backend", "BROKEN"));

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
        KeyText key = Visit.keys().create("", Scope.MEASURE, KeyLimits.NONE);

        Visit.with(Scope.RUN).post("/api/v1/backend-checks", check("shared-backend", "BROKEN"));
        Visit.with(key).post("/api/v1/backend-checks", check("shared-backend", "PRESERVED"));

        assertThat(badge("shared-backend")).isEqualTo("preserved");
        assertThat(column("string_agg(said_by, ',') FILTER (WHERE owner IS NULL)", "shared-backend"))
                .isEqualTo(key.id().value());
    }

    @Test
    void aSealedRunCountsIfItsKeyMayMeasure() throws Exception {
        Visit run = Visit.with(Scope.RUN);
        Visit measure = Visit.with(Scope.MEASURE);

        measure(run, "private-client");
        measure(measure, "shared-client");
        measure(Visit.with(Scope.ADMIN), "admin-client");

        assertThat(answer("private-client")).isNotEqualTo(200);
        assertThat(reader.get("/api/v1/matrix?client=private-client").body()).doesNotContain("PRESERVED");
        assertThat(answer("shared-client")).isEqualTo(200);
        assertThat(reader.get("/api/v1/matrix?client=shared-client").body()).contains("PRESERVED");
        assertThat(reader.get("/api/v1/matrix?client=admin-client").body()).contains("PRESERVED");
        assertThat(Visit.with(Scope.ADMIN).get("/api/v1/matrix/evidence").body())
                .contains("shared-client")
                .doesNotContain("private-client");
    }

    @Test
    void scoringAgainKeepsWhatIsPrivatePrivate() throws Exception {
        measure(Visit.with(Scope.RUN), "rescored-client");

        Visit.Answer rescored = Visit.with(Scope.ADMIN).post("/api/v1/matrix/rescore", "");

        assertThat(rescored.status()).isEqualTo(200);
        assertThat(reader.get("/api/v1/matrix?client=rescored-client").body()).doesNotContain("PRESERVED");
    }

    @Test
    void theLatestVersionIsReportedByTheSameScope() {
        String path = "/api/v1/products/pi/latest";
        String latest = "{\"version\": \"99.0.0\"}";

        Visit.Answer refused = Visit.with(Scope.RUN).send("PUT", path, latest);

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.json().path("detail").asText()).contains("this needs measure");
        assertThat(Visit.with(Scope.MEASURE).send("PUT", path, latest).status()).isEqualTo(200);
    }

    @Test
    void aMeasureKeyMayDoWhatARunKeyMayAndNoMore() {
        Visit measure = Visit.with(Scope.MEASURE);

        assertThat(measure.run("{}")).isNotEmpty();
        assertThat(measure.post("/api/v1/matrix/rescore?dryRun=true", "").status())
                .isEqualTo(403);
    }

    private static String check(String backend, String status) {
        return CHECK.formatted(backend, "0d".repeat(32), status);
    }

    private int answer(String client) {
        return reader.get("/api/v1/products/" + client).status();
    }

    private static String badge(String backend) {
        return Visit.NOBODY
                .get("/badge/" + backend + "/THINK.json")
                .json()
                .path("message")
                .asText();
    }

    /// A conversation of two turns that keeps its reasoning, sealed.
    private static void measure(Visit visit, String client) throws IOException {
        String run =
                visit.run("{\"scenario\":\"chat\",\"client\":{\"name\":\"" + client + "\",\"version\":\"1.0.0\"}}");
        String chat = "/r/" + run + "/v1/chat/completions";
        ObjectNode body = JSON.createObjectNode().put("model", "glm-4.7");
        body.putArray("messages").addObject().put("role", "user").put("content", "one");
        JsonNode answer = visit.post(chat, body.toString()).json().at("/choices/0/message");
        body.withArray("messages").add(answer).addObject().put("role", "user").put("content", "two");
        visit.post(chat, body.toString());
        assertThat(visit.post("/api/v1/runs/" + run + "/seal", "").status()).isEqualTo(200);
    }

    private static String column(String column, String backend) throws SQLException {
        try (Connection connection = Visit.database().getConnection();
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
