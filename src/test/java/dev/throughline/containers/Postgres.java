package dev.throughline.containers;

import dev.throughline.load.FaultDatabase;
import dev.throughline.load.StreamLoad;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;
import org.testcontainers.postgresql.PostgreSQLContainer;

/// A PostgreSQL in a container, at the same port of this machine however often it is started.
final class Postgres extends PostgreSQLContainer {
    /// Its host name in the network of the services.
    static final String ALIAS = "database";

    private static final int PORT = 5432;

    private final int port = FixedPorts.free();

    Postgres() {
        super(Images.postgres());
        setPortBindings(List.of(port + ":" + PORT));
        withDatabaseName("throughline");
        // As the image has it, with every commit on the disk.
        withCommand("postgres", "-c", "fsync=on", "-c", "max_connections=200");
    }

    /// How services in containers reach it.
    String urlInside() {
        return url(ALIAS, PORT);
    }

    /// The database as this machine reaches it.
    FaultDatabase faultDatabase() {
        return new FaultDatabase(getDatabaseName(), url(getHost(), port), this::session);
    }

    private String url(String host, int through) {
        return "postgresql://%s:%s@%s:%d/%s".formatted(getUsername(), getPassword(), host, through, getDatabaseName());
    }

    private Connection session() throws SQLException {
        // Not by DriverManager: it knows only the drivers of the class loader that asked first.
        var database = new PGSimpleDataSource();
        database.setUrl("jdbc:postgresql://%s:%d/%s?connectTimeout=5&socketTimeout=30"
                .formatted(getHost(), port, getDatabaseName()));
        return database.getConnection(getUsername(), getPassword());
    }

    /// Waits until it answers again.
    void awaitAnswer() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (System.nanoTime() < deadline) {
            try (Connection connection = session()) {
                if (connection.isValid(5)) {
                    return;
                }
            } catch (SQLException _) {
                // not yet
            }
            StreamLoad.pause(100);
        }
        throw new IllegalStateException("expected an answer of PostgreSQL within 60 s, its log ends with " + getLogs());
    }
}
