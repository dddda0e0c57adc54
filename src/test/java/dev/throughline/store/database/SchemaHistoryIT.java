package dev.throughline.store.database;

import dev.throughline.testing.PostgresResource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A start leaves Flyway out only where it would find nothing to do.
class SchemaHistoryIT {
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

    /// Fails when a newer Flyway takes its checksums in another way: then nothing would be saved any more.
    @Test
    void checksumsAreThoseThatFlywayRecords() throws SQLException {
        Map<String, Integer> recorded = new HashMap<>();
        try (Connection connection = EmbeddedServerIT.connect(server);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT script, checksum FROM flyway_schema_history")) {
            while (rows.next()) {
                recorded.put(rows.getString(1), rows.getInt(2));
            }
        }

        assertThat(recorded).hasSizeGreaterThan(39).isEqualTo(SchemaHistory.checksums());
    }

    @Test
    void aMigratedDatabaseIsCurrent() throws SQLException {
        assertThat(isCurrentAfter("SELECT 1")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM flyway_schema_history WHERE version = '2'",
                "UPDATE flyway_schema_history SET checksum = checksum + 1 WHERE version = '2'",
                "UPDATE flyway_schema_history SET checksum = NULL WHERE version = '2'",
                "UPDATE flyway_schema_history SET success = false WHERE version = '2'",
                "INSERT INTO flyway_schema_history SELECT 10000, '10000', description, type, 'V10000__newer.sql',"
                        + " 0, installed_by, installed_on, 0, true FROM flyway_schema_history WHERE version = '2'",
                "DROP TABLE flyway_schema_history"
            })
    void anyDifferenceIsLeftToFlyway(String difference) throws SQLException {
        assertThat(isCurrentAfter(difference)).isFalse();
    }

    private static boolean isCurrentAfter(String difference) throws SQLException {
        try (Connection connection = EmbeddedServerIT.connect(server);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(difference);
            boolean isCurrent = SchemaHistory.isCurrent(connection);
            connection.rollback();
            return isCurrent;
        }
    }
}
