package dev.throughline.access;

import dev.throughline.testing.KeysProfile;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Every key can see the matrix, but not the runs behind it.
@QuarkusTest
@TestProfile(KeysProfile.class)
class MatrixIsolationIT {
    private static final String EVIDENCE = """
            WITH r AS (UPDATE matrix_revision SET revision = revision + 1 RETURNING revision)
            INSERT INTO evidence (run_id, origin, cell_key, suite, scenario, policy, streaming, client, client_version,
                variant, model, gateway, gateway_version, backend, backend_version, template, dialect_in, dialect_out,
                sealed, exchanges, seconds, capabilities, revision)
            SELECT ?, 'HERE', 'isolated', 1, 'tools', 'preserved', 'stream', 'isolated', '1.0.0', '', '', '', '', '',
                '', '', 'openai-chat', 'openai-chat', now(), 1, 1, '{"THINK": {"status": "BROKEN",
                    "withinTurn": "BROKEN", "acrossTurns": "BROKEN", "due": 1, "exact": 0, "outcomes": {}}}', revision
            FROM r""";

    @Test
    void aRunIsNamedToTheKeyThatOpenedItAndToOthersOnceItIsPublished() throws SQLException {
        KeyedHttpClient owner = KeyedHttpClient.with(Scope.RUN);
        KeyedHttpClient other = KeyedHttpClient.with(Scope.READ);
        String run = owner.run("{}");
        put(run);
        String path = "/api/v1/matrix?client=isolated";

        String own = owner.get(path).body();
        TestHttpClient.Answer hidden = other.get(path);
        owner.post("/api/v1/runs/" + run + "/publish", "");
        String published = other.get(path).body();

        assertThat(own).contains(run);
        assertThat(hidden.body()).contains("BROKEN").doesNotContain(run);
        assertThat(hidden.header("cache-control")).isEqualTo("no-store");
        assertThat(published).contains(run);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/matrix",
                "/api/v1/matrix",
                "/api/v1/matrix/ranges?client=opencode",
                "/api/v1/matrix/evidence",
                "/api/v1/products"
            })
    void withoutAKeyNothingOfTheMatrixIsRead(String path) {
        assertThat(KeyedHttpClient.NOBODY.get(path).status()).isEqualTo(401);
        assertThat(KeyedHttpClient.with(Scope.READ).get(path).status()).isEqualTo(200);
    }

    @Test
    void aKeyThatMayOnlyReadCannotReportALatestVersion() {
        String path = "/api/v1/products/droid/latest";
        String latest = "{\"version\": \"99.0.0\"}";

        assertThat(KeyedHttpClient.with(Scope.READ).send("PUT", path, latest).status())
                .isEqualTo(403);
        assertThat(KeyedHttpClient.with(Scope.MEASURE).send("PUT", path, latest).status())
                .isEqualTo(200);
    }

    private static void put(String run) throws SQLException {
        try (Connection connection = KeyedHttpClient.database().getConnection();
                PreparedStatement evidence = connection.prepareStatement(EVIDENCE)) {
            evidence.setString(1, run);
            evidence.executeUpdate();
        }
    }
}
