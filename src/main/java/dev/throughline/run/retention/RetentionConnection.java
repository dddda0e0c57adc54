package dev.throughline.run.retention;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/// A blocking connection. Outside of `transaction` each statement is its own transaction.
///
/// No statement outlives its process, or `abort`, by more than a second, or takes more than a minute: PostgreSQL
/// cancels it, and checks during execution whether the client is still connected.
record RetentionConnection(Connection connection) implements AutoCloseable {
    private static final String CLIENT_CHECK = "SET client_connection_check_interval = '1s'";
    private static final String INVALID_PARAMETER_VALUE = "22023";

    /// Work in one transaction.
    interface Work<T> {
        T apply() throws SQLException;
    }

    /// Maps a row to a value.
    interface Reading<T> {
        T read(ResultSet row) throws SQLException;
    }

    static RetentionConnection open(DataSource database) throws SQLException {
        var opened = new RetentionConnection(database.getConnection());
        try {
            opened.execute("SET statement_timeout = '60s'");
            opened.checkClient();
            return opened;
        } catch (SQLException e) {
            opened.close();
            throw e;
        }
    }

    // Servers on some systems cannot check for the client, and refuse the setting.
    private void checkClient() throws SQLException {
        try {
            execute(CLIENT_CHECK);
        } catch (SQLException e) {
            if (!INVALID_PARAMETER_VALUE.equals(e.getSQLState())) {
                throw e;
            }
        }
    }

    /// Breaks the connection: the statement in progress fails, and so do later ones. Callable from any thread.
    void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            throw new IllegalStateException("the connection cannot be broken", e);
        }
    }

    <T> T transaction(Work<T> work) throws SQLException {
        connection.setAutoCommit(false);
        try {
            T result = work.apply();
            connection.commit();
            return result;
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    <T> List<T> list(String sql, Reading<T> reading, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(sql, values);
                ResultSet rows = statement.executeQuery()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
                found.add(reading.read(rows));
            }
            return found;
        }
    }

    /// The single row of a result.
    <T> T one(String sql, Reading<T> reading, Object... values) throws SQLException {
        return list(sql, reading, values).getFirst();
    }

    int update(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(sql, values)) {
            return statement.executeUpdate();
        }
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    // Lists are text arrays.
    private PreparedStatement prepare(String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            Object value =
                    values[i] instanceof List<?> texts ? connection.createArrayOf("text", texts.toArray()) : values[i];
            statement.setObject(i + 1, value);
        }
        return statement;
    }
}
