package dev.throughline.store.database;

import dev.throughline.cli.CommandRunner;
import dev.throughline.testing.PostgresResource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// What a development version with migrations left is refused and stays as it is.
class EarlierDatabaseIT {
    private static final String CONTENT = """
            SELECT string_agg(query_to_xml('SELECT * FROM ' || oid::regclass || ' t ORDER BY t', true, false, '')::text,
                chr(10) ORDER BY relname)
            FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')""";

    @TempDir
    static Path directory;

    private static String written = "";

    @BeforeAll
    static void write() throws IOException, SQLException {
        try (EmbeddedServer server = start();
                InputStream earlier = EarlierDatabaseIT.class.getResourceAsStream("/database/earlier.sql");
                Connection connection = Connections.open(server.url());
                Statement statement = connection.createStatement()) {
            statement.execute(new String(Objects.requireNonNull(earlier).readAllBytes(), StandardCharsets.UTF_8));
        }
        written = content();
        assertThat(written).contains("V132__slices_as_bytes.sql", "of old");
    }

    @ParameterizedTest
    @ValueSource(strings = {"serve --port 0", "keys list"})
    void aCommandRefusesTheDataDirectoryAndSaysWhatToDo(String command) throws SQLException {
        CommandRunner.Outcome refused = CommandRunner.run(command + " --data-dir " + directory);

        assertThat(refused.code()).isEqualTo(70);
        assertThat(refused.text().strip())
                .startsWith("throughline: database: the data directory " + directory
                        + " was written by an earlier development version of Throughline")
                .contains("nothing in it was changed", "serve --data-dir DIR", "matrix export-evidence")
                .hasLineCount(1);
        assertThat(directory.resolve("postgres").resolve("postmaster.pid")).doesNotExist();
        assertThat(content()).isEqualTo(written);
    }

    @Test
    void aDatabaseOfAServerIsRefusedWithAnotherRemedy() throws SQLException {
        try (EmbeddedServer server = start()) {
            DatabaseUrl url = server.url();
            assertThatThrownBy(() -> Database.open(Map.of(
                            "THROUGHLINE_DATABASE_URL",
                            "postgresql://postgres:" + url.password() + "@127.0.0.1:" + url.port() + "/postgres")))
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContainingAll(
                            "earlier development version", "createdb", "THROUGHLINE_DATABASE_URL", "export-evidence");
        }
        assertThat(content()).isEqualTo(written);
    }

    private static String content() throws SQLException {
        try (EmbeddedServer server = start();
                Connection connection = Connections.open(server.url());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(CONTENT)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static EmbeddedServer start() {
        return EmbeddedServer.start(directory, PostgresResource.BINARIES, StartTimeout.DEFAULT);
    }
}
