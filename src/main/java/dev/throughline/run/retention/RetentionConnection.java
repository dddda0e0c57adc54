package dev.throughline.run.retention;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jboss.logging.Logger;

/// A blocking connection. Outside of `transaction` each statement is its own transaction.
///
/// No statement outlives its process by more than a second: each has a timeout, PostgreSQL checks during
/// execution whether the client is still connected, and `cancel` ends the statement in progress at once.
final class RetentionConnection implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(RetentionConnection.class);
    private static final String CLIENT_CHECK = "SET client_connection_check_interval = '1s'";
    private static final String QUERY_CANCELED = "57014";
    private static final String INVALID_PARAMETER_VALUE = "22023";

    private final Connection connection;
    // Guarded by this.
    private Optional<Statement> running = Optional.empty();
    private boolean isCancelled;

    private RetentionConnection(Connection connection) {
        this.connection = connection;
    }

    /// Work in one transaction.
    interface Work<T> {
        T apply() throws SQLException;
    }

    /// Maps a row to a value.
    interface Reading<T> {
        T read(ResultSet row) throws SQLException;
    }

    /// @param limit timeout of a statement
    static RetentionConnection open(DataSource database, Duration limit) throws SQLException {
        return of(database.getConnection(), limit);
    }

    /// Wraps a connection, which is closed with it.
    static RetentionConnection of(Connection connection, Duration limit) throws SQLException {
        var retentionConnection = new RetentionConnection(connection);
        try {
            retentionConnection.execute("SET statement_timeout = " + limit.toMillis());
            retentionConnection.checkClient();
            return retentionConnection;
        } catch (SQLException e) {
            retentionConnection.close();
            throw e;
        }
    }

    /// Ends the statement in progress, and refuses later ones. Callable from any thread.
    synchronized void cancel() {
        isCancelled = true;
        running.ifPresent(RetentionConnection::cancel);
    }

    private static void cancel(Statement statement) {
        try {
            statement.cancel();
        } catch (SQLException e) {
            LOG.debugf(e, "statement could not be cancelled");
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
        try (PreparedStatement statement = prepare(sql, values)) {
            return running(statement, () -> read(statement, reading));
        }
    }

    /// The single row of a result.
    <T> T one(String sql, Reading<T> reading, Object... values) throws SQLException {
        return list(sql, reading, values).getFirst();
    }

    int update(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(sql, values)) {
            return running(statement, statement::executeUpdate);
        }
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            running(statement, () -> statement.execute(sql));
        }
    }

    private static <T> List<T> read(PreparedStatement statement, Reading<T> reading) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
                found.add(reading.read(rows));
            }
            return found;
        }
    }

    private <T> T running(Statement statement, Work<T> work) throws SQLException {
        begin(statement);
        try {
            return work.apply();
        } finally {
            end();
        }
    }

    private synchronized void begin(Statement statement) throws SQLException {
        if (isCancelled) {
            throw new SQLException("cancelled", QUERY_CANCELED);
        }
        running = Optional.of(statement);
    }

    private synchronized void end() {
        running = Optional.empty();
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
