package dev.throughline.store.database;

import dev.throughline.testing.Expensive;
import dev.throughline.testing.PostgresResource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Expensive(22)
class EmbeddedServerIT {
    @TempDir
    Path directory;

    @Test
    void keepsItsDataFromOneStartToTheNext() throws SQLException {
        try (Database database = open()) {
            execute(database, "CREATE TABLE kept AS SELECT 42 AS answer");
        }
        try (Database database = open()) {
            assertThat(query(database, "SELECT answer FROM kept")).isEqualTo("42");
        }
    }

    /// The first start unpacks and sets up, which takes the library; later ones need no more than the server.
    @Test
    void aLaterStartRunsTheUnpackedServerWithTheSameSettings() throws Exception {
        open().close();
        assertThat(directory.resolve("postgres.log")).doesNotExist();

        try (Database database = open()) {
            assertThat(directory.resolve("postgres.log")).content().contains("ready to accept connections");
            assertThat(query(database, "SHOW fsync")).isEqualTo("on");
            assertThat(query(database, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(query(database, "SHOW unix_socket_directories")).isEmpty();
        }
        assertThat(directory.resolve("postgres").resolve("postmaster.pid")).doesNotExist();
    }

    @Test
    void itsProgramsAreNotBesideTheData() {
        Path data = directory.resolve("data");

        Database.open(Map.of(
                        "XDG_DATA_HOME", PostgresResource.SHARE.toString(), "THROUGHLINE_DATA_DIR", data.toString()))
                .close();

        assertThat(data.resolve("postgres")).exists();
        assertThat(data.resolve("binaries")).doesNotExist();
    }

    @Test
    void writesEveryCommitToTheDisk() throws SQLException {
        try (Database database = open()) {
            assertThat(query(database, "SHOW fsync")).isEqualTo("on");
            assertThat(query(database, "SHOW synchronous_commit")).isEqualTo("on");
        }
    }

    @Test
    void listensOnLoopbackOnlyAndAsksForThePassword() throws SQLException {
        try (Database database = open()) {
            assertThat(query(database, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
            Properties wrong = new Properties();
            wrong.setProperty("user", "postgres");
            wrong.setProperty("password", "wrong");
            assertThatThrownBy(() -> DriverManager.getConnection(jdbc(database), wrong))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
        }
    }

    @Test
    void theStoredPasswordCostsAConnectionNoIterations() throws SQLException {
        try (Database database = open()) {
            assertThat(query(database, "SELECT rolpassword FROM pg_authid WHERE rolname = 'postgres'"))
                    .startsWith("SCRAM-SHA-256$1:");
        }
        assertThat(directory.resolve("password")).content().hasSizeGreaterThanOrEqualTo(48);
    }

    @Test
    void isSharedByTwoAndStoppedByTheLast() throws SQLException {
        Database first = open();
        Database second = open();
        assertThat(jdbc(second)).isEqualTo(jdbc(first));

        try (Connection session = connect(second)) {
            first.close();
            assertThat(session.isValid(1)).isTrue();
        }
        second.close();
        assertThatThrownBy(() -> connect(second)).isInstanceOf(SQLException.class);
    }

    private Database open() {
        return Database.openEmbedded(directory, PostgresResource.BINARIES);
    }

    static String jdbc(Database database) {
        return "jdbc:" + database.settings().get("quarkus.datasource.reactive.url");
    }

    static Connection connect(Database database) throws SQLException {
        return DriverManager.getConnection(
                jdbc(database),
                database.settings().get("quarkus.datasource.username"),
                database.settings().get("quarkus.datasource.password"));
    }

    static String query(Database database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    static void execute(Database database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
