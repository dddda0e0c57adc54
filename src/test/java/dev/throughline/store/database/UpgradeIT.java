package dev.throughline.store.database;

import dev.throughline.testing.PostgresResource;
import java.net.URI;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// A database with content of the first version is brought to today's schema. (The fault `large-upgrade` does it with
/// millions of tokens and reads them through the API.)
class UpgradeIT {
    private static final String FILL = """
            INSERT INTO run SELECT 'run-' || lpad(i::text, 6, '0'), 'SEALED', 'STUB', 'of old', 'opencode', '1.0', '{}',
                2, now(), now(), 1000, now(), '\\x00' FROM generate_series(1, 500) i;
            INSERT INTO exchange (run_id, number, instance_id, received, dialect, method, path, client, stream, faulty,
                answer_key, conversation, link, facts, body_hash, content_hash, outcome)
            SELECT run_id, n, 'gone', now(), 'ANTHROPIC', 'POST', '/', '', true, false, run_id || n, 1, '{}', '{}',
                md5(run_id || n), '', CASE WHEN n = 2 AND run_id > 'run-000490' THEN 'OPEN' ELSE 'COMPLETED' END
            FROM run CROSS JOIN generate_series(1, 2) n;
            UPDATE exchange SET outcome = 'FAILED',
                error = CASE WHEN number = 1 THEN 'the record was out of reach' ELSE 'refused' END
            WHERE run_id <= 'run-000003';
            INSERT INTO exchange_body SELECT run_id, number, decode(repeat('ab', 100), 'hex') FROM exchange;
            INSERT INTO item SELECT run_id, number, 0, 'TOOL_ID', '', 'v', 0, 'id', repeat('c', 150) || run_id
            FROM exchange;
            INSERT INTO observation SELECT run_id, 2, 1, 0, 'MUST', 'WITHIN_TURN', '{}' FROM run;
            INSERT INTO verdict SELECT run_id, 'PASS', now(), '{}' FROM run;
            INSERT INTO token_slice SELECT run_id, number, 0, '{4,4}', ARRAY['a' || number, run_id], '{1,2}', now()
            FROM exchange""";
    private static final String CONTENT = """
            SELECT md5(concat_ws('/', (SELECT string_agg(concat_ws(' ', run_id, exchange, seq, text), ';'
                        ORDER BY run_id, exchange, seq) FROM stream_token),
                (SELECT string_agg(concat_ws(' ', run_id, number, outcome, body_hash), ';' ORDER BY run_id, number)
                    FROM exchange),
                (SELECT string_agg(concat_ws(' ', run_id, label, state), ';' ORDER BY run_id) FROM run),
                (SELECT string_agg(run_id || md5(body), ';' ORDER BY run_id, exchange) FROM exchange_body),
                (SELECT string_agg(run_id || call_id, ';' ORDER BY run_id, exchange) FROM item),
                (SELECT count(*) FROM observation), (SELECT count(*) FROM verdict)))""";

    private static final String UNRECORDED =
            "SELECT string_agg(run_id || '/' || number, ' ' ORDER BY run_id) FROM exchange WHERE unrecorded";

    private static final String RUNS_IN_STATISTICS = """
            SELECT string_agg(tablename, ' ') FROM pg_stats WHERE attname = 'run_id'
                AND tablename IN ('exchange', 'exchange_body', 'item', 'observation', 'run')""";

    @TempDir
    static Path directory;

    private static Database server;

    @BeforeAll
    static void start() {
        server = Database.openEmbedded(directory, PostgresResource.BINARIES);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void whatTheFirstVersionWroteIsThereAfterwards() throws SQLException {
        EmbeddedServerIT.execute(server, "CREATE DATABASE of_old");
        DatabaseUrl url = url("of_old");
        firstSchema(url);
        String before;
        try (var connection = Connections.open(url);
                var statement = connection.createStatement()) {
            for (String sql : FILL.split(";\\n")) {
                statement.execute(sql);
            }
            statement.execute("ANALYZE");
            before = first(statement.executeQuery(CONTENT));
        }

        try (Database upgraded = Database.open(Map.of(
                "THROUGHLINE_DATABASE_URL",
                "postgresql://postgres:" + url.password() + "@127.0.0.1:" + url.port() + "/of_old"))) {
            assertThat(EmbeddedServerIT.query(upgraded, CONTENT)).isEqualTo(before);
            assertThat(EmbeddedServerIT.query(upgraded, "SELECT count(*) FROM run WHERE gone = 0 AND NOT pinned"))
                    .isEqualTo("500");
            assertThat(EmbeddedServerIT.query(upgraded, "SELECT count(*) FROM exchange WHERE anomalies = '[]'"))
                    .isEqualTo("1000");
            assertThat(EmbeddedServerIT.query(upgraded, UNRECORDED))
                    .isEqualTo("run-000001/1 run-000002/1 run-000003/1");
            EmbeddedServerIT.execute(upgraded, "ANALYZE");
            assertThat(EmbeddedServerIT.query(upgraded, RUNS_IN_STATISTICS)).isEqualTo("run");
            assertThat(EmbeddedServerIT.query(upgraded, "SELECT count(*) FROM pg_index WHERE NOT indisvalid"))
                    .isEqualTo("0");
        }
    }

    private static void firstSchema(DatabaseUrl url) {
        int applied = Flyway.configure()
                .dataSource(url.jdbc(), url.user(), url.password())
                .locations("classpath:db/migration")
                .target("1")
                .load()
                .migrate()
                .migrationsExecuted;
        assertThat(applied).isEqualTo(1);
    }

    private static String first(ResultSet rows) throws SQLException {
        try (rows) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static DatabaseUrl url(String database) {
        URI location = URI.create(server.settings().get("quarkus.datasource.reactive.url"));
        return new DatabaseUrl(
                location.getHost(),
                location.getPort(),
                database,
                "postgres",
                server.settings().get("quarkus.datasource.password"),
                Optional.empty());
    }
}
