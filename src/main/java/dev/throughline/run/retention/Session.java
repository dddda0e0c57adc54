package dev.throughline.run.retention;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/// A connection at work; every method blocks. Outside of `transaction` each statement is one.
final class Session implements AutoCloseable {
    private final Connection connection;

    private Session(Connection connection) {
        this.connection = connection;
    }

    /// What is done in one transaction.
    interface Work<T> {
        T apply() throws SQLException;
    }

    /// Makes a value of a row.
    interface Reading<T> {
        T read(ResultSet row) throws SQLException;
    }

    static Session open(DataSource database) throws SQLException {
        return new Session(database.getConnection());
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

    /// The one row of an answer.
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

    // Lists are arrays of texts.
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
