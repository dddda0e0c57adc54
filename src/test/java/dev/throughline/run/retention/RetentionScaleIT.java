package dev.throughline.run.retention;

import dev.throughline.run.retention.Retention.Removed;
import dev.throughline.store.database.Database;
import dev.throughline.store.database.DatabaseException;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.PostgresResource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Retention with 100,000 sealed runs of one version of a client: what is counted is rows and pages of the database.
@Expensive(25)
class RetentionScaleIT {
    private static final int RUNS = 100_000;
    private static final Instant SEALED =
            Instant.now().truncatedTo(ChronoUnit.DAYS).minus(20, ChronoUnit.DAYS);
    // 5,000 of a moment each.
    private static final String LOAD = """
            INSERT INTO run (run_id, state, mode, label, client_name, client_version, settings, exchanges, created,
                last_active, idle_timeout_ms, sealed, signature_key)
            SELECT 'run-' || lpad(i::text, 8, '0'), 'SEALED', 'STUB', '', 'opencode', '1.0', '{}', 1, now(), now(),
                1000, timestamptz '%1$s' + i / 5000 * interval '1 second', ''
            FROM generate_series(1, %2$d) i;
            INSERT INTO exchange (run_id, number, instance_id, received, dialect, method, path, client, stream, faulty,
                answer_key, conversation, link, facts, body_hash, content_hash, outcome)
            SELECT run_id, 1, 'gone', now(), 'ANTHROPIC', 'POST', '/', '', true, false, '', 1, '{}', '{}', '', '',
                'COMPLETED'
            FROM run;
            VACUUM ANALYZE run;
            VACUUM ANALYZE exchange""";
    private static final String RESTORE = """
            INSERT INTO run (run_id, state, mode, label, client_name, client_version, settings, exchanges, created,
                last_active, idle_timeout_ms, sealed, signature_key)
            SELECT run_id, 'SEALED', 'STUB', '', 'opencode', '1.0', '{}', 1, now(), now(), 1000, timestamptz '%1$s', ''
            FROM kept""";
    private static final RetentionPolicy AFTER_A_DAY =
            new RetentionPolicy(Optional.empty(), Optional.of(Duration.ofDays(1)));
    private static final Pattern BUFFERS = Pattern.compile("shared hit=(\\d+)(?: read=(\\d+))?");

    @TempDir
    static Path directory;

    private static Database server;
    private static DataSource database;
    private static StoredRuns runs;

    @BeforeAll
    static void load() throws SQLException {
        server = Database.openEmbedded(directory, PostgresResource.BINARIES);
        database = server.dataSource();
        runs = new StoredRuns(database);
        for (String statement : LOAD.formatted(SEALED, RUNS).split(";")) {
            runs.update(statement);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aPageLooksAtItsOwnRunsInTheIndexOnly() throws SQLException {
        String plan = plan(RunRemoval.PAGE
                .replaceFirst("has_contents = \\?", "has_contents")
                .replaceFirst("sealed < \\?", "sealed < now()")
                .replaceFirst("\\(\\?, \\?\\)", "('" + SEALED.plusSeconds(10) + "', 'run-00052000')"));

        assertThat(plan).contains("Index", "run_retention", "run_sealed_version", "exchange_open");
        assertThat(plan).doesNotContain("Seq Scan", "Hash", "Bitmap").containsPattern("rows=50(\\.00)? ");
        assertThat(buffers(plan)).isBetween(50L, 50L * 15);
    }

    @Test
    void aCountReadsEachRunAFewTimesHoweverManyItsVersionHas() {
        Retention retention = new Retention(database, AFTER_A_DAY);
        long before = rowsRead();

        Removed counted = retention.preview();

        assertThat(counted).isEqualTo(new Removed(RUNS - 1L, RUNS - 1L, 0));
        assertThat(rowsRead() - before).isBetween((long) RUNS, 40L * RUNS);
    }

    @Test
    void takesAllThatAreDuePageByPageAndKeepsTheLatest() {
        runs.update("CREATE TABLE kept AS SELECT run_id FROM run WHERE run_id <= 'run-00001200'");
        runs.update("UPDATE run SET pinned = true WHERE run_id > 'run-00001200' AND run_id < 'run-00100000'");
        try {
            Removed removed = new Retention(database, AFTER_A_DAY).apply().orElseThrow();

            assertThat(removed).isEqualTo(new Removed(1_200, 1_200, 0));
            assertThat(runs.number("SELECT count(*) FROM run NATURAL JOIN kept"))
                    .isZero();
            assertThat(runs.count("run", "run-00100000")).isEqualTo(1);
        } finally {
            runs.update("UPDATE run SET pinned = false WHERE pinned");
            runs.update(RESTORE.formatted(SEALED));
            runs.update("DROP TABLE kept");
        }
    }

    @Test
    void cancellingEndsTheStatementInPostgresql() throws Exception {
        Retention retention = new Retention(database, AFTER_A_DAY);
        try (Connection other = database.getConnection();
                Statement locked = other.createStatement()) {
            other.setAutoCommit(false);
            locked.execute("LOCK TABLE run IN ACCESS EXCLUSIVE MODE");
            CompletableFuture<Removed> pass = CompletableFuture.supplyAsync(retention::preview);
            await(() -> atWork() == 1);

            retention.cancel();

            assertThatThrownBy(pass::join).hasCauseInstanceOf(DatabaseException.class);
            await(() -> atWork() == 0);
            other.rollback();
        }
        assertThatThrownBy(retention::preview).isInstanceOf(DatabaseException.class);
    }

    @Test
    void aProcessThatIsGoneLeavesNoStatementBehind() throws SQLException {
        try (RetentionConnection retentionConnection = RetentionConnection.open(database)) {
            CompletableFuture<Void> statement = CompletableFuture.runAsync(() -> {
                try {
                    retentionConnection.execute("SELECT pg_sleep(240) FROM run LIMIT 1");
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            await(() -> atWork() == 1);

            retentionConnection.abort();

            await(() -> atWork() == 0);
            assertThat(statement).failsWithin(Duration.ofSeconds(10));
        }
    }

    @Test
    void everyStatementHasALimit() throws SQLException {
        try (RetentionConnection retentionConnection = RetentionConnection.open(database)) {
            assertThat(retentionConnection.<String>one("SHOW statement_timeout", row -> row.getString(1)))
                    .isEqualTo("1min");
        }
    }

    @Test
    void theTimeIsTheDatabasesUnlessTheProcessIsBehindIt() throws SQLException {
        try (RetentionConnection retentionConnection = RetentionConnection.open(database)) {
            Instant databaseTime = retentionConnection.one(
                    "SELECT clock_timestamp()",
                    row -> row.getObject(1, OffsetDateTime.class).toInstant());

            assertThat(Retention.now(retentionConnection, databaseTime.plus(900, ChronoUnit.DAYS)))
                    .isBetween(databaseTime, databaseTime.plus(1, ChronoUnit.HOURS));
            assertThat(Retention.now(retentionConnection, databaseTime.minus(900, ChronoUnit.DAYS)))
                    .isEqualTo(databaseTime.minus(900, ChronoUnit.DAYS));
        }
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(Condition condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("within 20 s").isLessThan(deadline);
            LockSupport.parkNanos(20_000_000);
        }
    }

    // Statements of others that read runs.
    private static long atWork() {
        return runs.number("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid()"
                + " AND query LIKE '%FROM run %'");
    }

    // The statistics of a session are in by the time that it has ended.
    private static long rowsRead() {
        await(() -> runs.number("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'") == 1);
        return runs.number(
                "SELECT sum(seq_tup_read + idx_tup_fetch) FROM pg_stat_user_tables WHERE relname IN ('run', 'exchange',"
                        + " 'exchange_body', 'item', 'observation', 'verdict')");
    }

    private static String plan(String sql) throws SQLException {
        try (RetentionConnection retentionConnection = RetentionConnection.open(database)) {
            return String.join(
                    "\n",
                    retentionConnection.list(
                            "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SUMMARY OFF) " + sql, row -> row.getString(1)));
        }
    }

    // Of the whole plan: the first that is printed.
    private static long buffers(String plan) {
        MatchResult found = BUFFERS.matcher(plan).results().findFirst().orElseThrow();
        return Long.parseLong(found.group(1)) + (found.group(2) == null ? 0 : Long.parseLong(found.group(2)));
    }
}
