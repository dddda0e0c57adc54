package dev.throughline.testing;

import dev.throughline.store.database.Database;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A separate PostgreSQL with enough synthetic runs for meaningful query plans, or with as many clients as an argument
/// says.
public final class SyntheticPostgres implements QuarkusTestResourceLifecycleManager {
    /// Argument that holds the number of clients.
    public static final String CLIENTS = "clients";

    private static final int RUNS = 50_000;

    private @Nullable Path directory;
    private @Nullable Database database;
    private int clients;

    @Override
    public void init(Map<String, String> arguments) {
        clients = Integer.parseInt(arguments.getOrDefault(CLIENTS, "0"));
    }

    @Override
    public int order() {
        return 100;
    }

    @Override
    public Map<String, String> start() {
        try {
            directory = Files.createTempDirectory("throughline-test-synthetic");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        database = Database.openEmbedded(directory, PostgresResource.BINARIES);
        try (Connection connection = database.dataSource().getConnection()) {
            if (clients > 0) {
                SyntheticRuns.loadClients(connection, clients);
            } else {
                SyntheticRuns.load(connection, RUNS);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return database.settings();
    }

    @Override
    public void stop() {
        Optional.ofNullable(database).ifPresent(Database::close);
        Optional.ofNullable(directory).ifPresent(PostgresResource::delete);
    }
}
