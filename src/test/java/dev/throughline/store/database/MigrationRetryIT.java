package dev.throughline.store.database;

import dev.throughline.testing.PostgresResource;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// A service keeps writing while another one migrates the schema.
@Timeout(120)
class MigrationRetryIT {
    /// The last one before `V23`, which locks `access_key` and then `evidence`.
    private static final String BEFORE = "12";

    private static final String WAITS = "SELECT count(*) FROM pg_locks WHERE NOT granted"
            + " AND relation = 'evidence'::regclass AND mode = 'AccessExclusiveLock'";

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
    void aMigrationThatADeadlockWithAWriterEndedIsTriedAgain() throws Exception {
        EmbeddedServerIT.execute(server, "CREATE DATABASE deadlocked");
        // Time for the writer to close the circle before the migration looks for one.
        EmbeddedServerIT.execute(server, "ALTER DATABASE deadlocked SET deadlock_timeout = '3s'");
        DatabaseUrl url = url("deadlocked");
        Flyway.configure()
                .dataSource(url.jdbc(), url.user(), url.password())
                .locations("classpath:db/migration")
                .target(BEFORE)
                .load()
                .migrate();
        try (Connection writer = Connections.open(url);
                Connection watch = Connections.open(url)) {
            writer.setAutoCommit(false);
            execute(writer, "SET deadlock_timeout = '100s'");
            execute(writer, "LOCK TABLE evidence IN ROW EXCLUSIVE MODE");
            var migration = CompletableFuture.runAsync(() -> Migrations.apply(url));
            while (!number(watch, WAITS).equals("1")) {
                assertThat(migration).isNotDone();
                Thread.onSpinWait();
            }
            // Waits for the migration, which waits for the writer: PostgreSQL ends the migration.
            execute(writer, "LOCK TABLE access_key IN ROW EXCLUSIVE MODE");
            writer.commit();

            migration.get(60, TimeUnit.SECONDS);
            assertThat(number(
                            watch,
                            "SELECT count(*) FROM information_schema.columns"
                                    + " WHERE table_name = 'evidence' AND column_name = 'said_by'"))
                    .isEqualTo("1");
            assertThat(number(watch, "SELECT count(*) FROM flyway_schema_history WHERE NOT success"))
                    .isEqualTo("0");
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
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
