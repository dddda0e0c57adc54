package dev.throughline.store.database;

import dev.throughline.text.Resources;
import dev.throughline.text.Sha256;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/// The tables of this version: one file, applied as a whole to an empty database, which then has the file's SHA-256 in
/// `throughline_schema`. A database with other tables is refused and left as it is. Safe for processes that start at
/// once.
public final class Schema {
    private static final String SQL = Resources.text("db/V1__schema.sql");
    private static final String SHA_256 = Sha256.hex(SQL);

    private static final String HAS_VERSION = "SELECT to_regclass('throughline_schema')";
    /// Tables of this program before it had one file, and of any program.
    private static final String OTHER_TABLES = """
            SELECT to_regclass('flyway_schema_history') IS NOT NULL AND to_regclass('token_slice') IS NOT NULL,
                EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace
                    AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
                    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e'))""";

    private Schema() {}

    /// Identifies this version's schema: 64 hexadecimal digits, in the column `sha256` of `throughline_schema`.
    public static String sha256() {
        return SHA_256;
    }

    /// Checks the server, and creates the schema in an empty database.
    /// @param data what holds the database, as a user knows it
    /// @param fresh what to use in its place
    /// @throws DatabaseException for an older server, another version's schema, other tables, missing privileges
    static void require(DatabaseUrl url, String data, String fresh) {
        require(url, Connections.open(url), data, fresh);
    }

    /// @param opened is closed
    static void require(DatabaseUrl url, Connection opened, String data, String fresh) {
        try (Connection connection = opened) {
            Connections.requireVersion(url, connection);
            Optional<String> found = version(connection);
            if (found.isEmpty()) {
                found = Optional.of(create(connection, data, fresh));
            }
            if (!found.get().equals(SHA_256)) {
                throw refused(data + " has the schema of another version of Throughline", fresh);
            }
        } catch (SQLException e) {
            throw Connections.explain(url, e);
        }
    }

    private static Optional<String> version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return text(statement, HAS_VERSION).isEmpty()
                    ? Optional.empty()
                    : Optional.of(text(statement, "SELECT sha256 FROM throughline_schema")
                            .orElse("unknown"));
        }
    }

    /// Creates the schema, unless another process does; gives what is there in the end.
    private static String create(Connection connection, String data, String fresh) throws SQLException {
        // What the other process committed is seen once the lock is held, whatever the database's default.
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(hashtext('throughline_schema'))");
            Optional<String> found = version(connection);
            if (found.isEmpty()) {
                requireEmpty(statement, data, fresh);
                statement.execute(SQL);
                statement.execute("INSERT INTO throughline_schema (sha256) VALUES ('" + SHA_256 + "')");
                connection.commit();
            }
            return found.orElse(SHA_256);
        }
    }

    private static void requireEmpty(Statement statement, String data, String fresh) throws SQLException {
        try (ResultSet other = statement.executeQuery(OTHER_TABLES)) {
            other.next();
            if (other.getBoolean(1)) {
                throw refused(data + " was written by an earlier development version of Throughline", fresh);
            }
            if (other.getBoolean(2)) {
                throw new DatabaseException(
                        "database: " + data + " holds tables that are not Throughline's; use " + fresh);
            }
        }
    }

    private static DatabaseException refused(String what, String fresh) {
        return new DatabaseException(
                "database: " + what + ", which this one can neither read nor upgrade; nothing in it"
                        + " was changed. Use " + fresh + ". The build that wrote it still serves it, and its"
                        + " 'throughline matrix export-evidence' prints what was measured");
    }

    private static Optional<String> text(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
        }
    }
}
