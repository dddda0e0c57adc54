package dev.throughline.store.database;

import dev.throughline.testing.PostgresResource;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DatabaseIT {
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
    void createsTheSchemaInTheDatabaseThatTheEnvironmentNames() throws SQLException {
        create("named");

        try (Database database = open(url("postgres", password(), "named"))) {
            assertThat(EmbeddedServerIT.query(database, "SELECT count(*) FROM run"))
                    .isEqualTo("0");
            assertThat(database.description()).isEqualTo("PostgreSQL at 127.0.0.1:" + port() + "/named");
        }
    }

    @Test
    void createsTheSchemaOnceWhenManyStartAtOnce() throws SQLException {
        create("many");
        String url = url("postgres", password(), "many");

        List<CompletableFuture<Database>> starts = Stream.generate(() -> CompletableFuture.supplyAsync(() -> open(url)))
                .limit(6)
                .toList();

        assertThat(starts).allSatisfy(start -> assertThat(start.join()).isNotNull());
        try (Database database = open(url)) {
            assertThat(EmbeddedServerIT.query(database, "SELECT string_agg(sha256, ' ') FROM throughline_schema"))
                    .isEqualTo(Schema.sha256());
        }
    }

    @Test
    void aSchemaThatFailedLeavesNothingAndIsCreatedByTheNextStart() throws SQLException {
        create("failed");
        String url = url("postgres", password(), "failed");
        execute(url, "CREATE FUNCTION repaired_messages(repairs jsonb) RETURNS integer LANGUAGE sql AS 'SELECT 1'");
        refused(url, "already exists");
        execute(url, "DROP FUNCTION repaired_messages");

        try (Database database = open(url)) {
            assertThat(EmbeddedServerIT.query(database, "SELECT count(*) FROM run"))
                    .isEqualTo("0");
        }
    }

    @Test
    void saysThatNobodyAnswers() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        refused("postgresql://me:secret@127.0.0.1:" + free + "/base", "no PostgreSQL answers at 127.0.0.1:" + free);
        refused("postgresql://me:secret@nowhere.invalid/base", "no PostgreSQL answers at nowhere.invalid:5432");
    }

    @Test
    void saysThatThePasswordIsWrong() {
        refused(url("postgres", "secret", "postgres"), "refuses the user 'postgres'");
        refused(url("nobody", "secret", "postgres"), "refuses the user 'nobody'");
        refused(url("postgres", "", "postgres"), "refuses the user 'postgres'");
    }

    @Test
    void saysThatTheDatabaseIsMissing() {
        refused(url("postgres", password(), "missing"), "no database 'missing'");
    }

    @Test
    void saysThatTheSchemaIsOfAnotherVersion() throws SQLException {
        create("other");
        String url = url("postgres", password(), "other");
        open(url).close();
        for (String change :
                List.of("UPDATE throughline_schema SET sha256 = 'another'", "DELETE FROM throughline_schema")) {
            execute(url, change);
            refused(url, "has the schema of another version of Throughline");
        }
    }

    @Test
    void saysThatTheTablesAreSomebodyElses() throws SQLException {
        create("taken");
        String url = url("postgres", password(), "taken");
        execute(url, "CREATE TABLE theirs (id integer)");
        refused(url, "holds tables that are not Throughline's");
    }

    /// A database that is set up meanwhile is waited for where a time is given; what it waits for is said.
    @Test
    void waitsForADatabaseThatIsNotThereYetWhereATimeIsGiven() throws Exception {
        String url = url("postgres", password(), "later");
        var said = new LinkedBlockingQueue<String>();
        var opening = CompletableFuture.supplyAsync(() -> Database.open(
                Map.of("THROUGHLINE_DATABASE_URL", url, "THROUGHLINE_DATABASE_START_TIMEOUT", "5m"), said::add));
        String first = said.poll(1, TimeUnit.MINUTES);
        create("later");

        opening.get(1, TimeUnit.MINUTES).close();
        assertThat(first).contains("has no database 'later'", "waiting for up to 300 s");
    }

    private static void refused(String url, String message) {
        assertThatThrownBy(() -> open(url))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("secret")
                .extracting(Throwable::getMessage)
                .asString()
                .hasLineCount(1);
    }

    private static void execute(String url, String sql) throws SQLException {
        try (var connection = Connections.open(DatabaseUrl.parse("URL", url));
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Database open(String url) {
        return Database.open(Map.of("THROUGHLINE_DATABASE_URL", url));
    }

    private static void create(String database) throws SQLException {
        EmbeddedServerIT.execute(server, "CREATE DATABASE " + database);
    }

    private static String url(String user, String password, String database) {
        return "postgresql://" + user + ":" + password + "@127.0.0.1:" + port() + "/" + database;
    }

    private static int port() {
        return URI.create(server.settings().get("quarkus.datasource.reactive.url"))
                .getPort();
    }

    private static String password() {
        return server.settings().get("quarkus.datasource.password");
    }
}
