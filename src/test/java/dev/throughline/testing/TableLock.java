package dev.throughline.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.eclipse.microprofile.config.ConfigProvider;
import org.postgresql.ds.PGSimpleDataSource;

/// Locks a table of the service's database until it is closed.
public final class TableLock implements AutoCloseable {
    private final Connection connection;

    private TableLock(Connection connection) {
        this.connection = connection;
    }

    /// Its rows can be read, not written.
    public static TableLock againstWrites(String table) throws SQLException {
        return of(table, "SHARE ROW EXCLUSIVE");
    }

    /// Its rows can neither be read nor written.
    public static TableLock againstAll(String table) throws SQLException {
        return of(table, "ACCESS EXCLUSIVE");
    }

    private static TableLock of(String table, String mode) throws SQLException {
        var config = ConfigProvider.getConfig();
        var database = new PGSimpleDataSource();
        database.setURL("jdbc:" + config.getValue("quarkus.datasource.reactive.url", String.class));
        database.setUser(config.getValue("quarkus.datasource.username", String.class));
        database.setPassword(config.getValue("quarkus.datasource.password", String.class));
        Connection connection = database.getConnection();
        connection.setAutoCommit(false);
        try (Statement lock = connection.createStatement()) {
            lock.execute("LOCK TABLE " + table + " IN " + mode + " MODE");
        }
        return new TableLock(connection);
    }

    public void release() throws SQLException {
        connection.close();
    }

    @Override
    public void close() throws SQLException {
        release();
    }
}
