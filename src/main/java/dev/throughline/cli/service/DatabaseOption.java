package dev.throughline.cli.service;

import dev.throughline.access.KeyTable;
import dev.throughline.store.database.Database;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Option;

/// The service's database, used without the service: the one configured in the environment, or the embedded
/// one, which a service may be using at the same time.
public final class DatabaseOption {
    @Option(names = "--data-dir", paramLabel = "DIR", description = "Where the embedded PostgreSQL keeps its data.")
    private String directory = "";

    /// Runs an action on the keys.
    public <T> T with(Function<KeyTable, T> work) {
        try (Database database = Database.open(environment())) {
            return work.apply(new KeyTable(database.dataSource()));
        }
    }

    /// The option as it was given, with a space before it; empty if it was not.
    public String arguments() {
        return directory.isEmpty() ? "" : " --data-dir " + directory;
    }

    /// The environment with the option applied.
    public Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        if (!directory.isEmpty()) {
            environment.put("THROUGHLINE_DATA_DIR", directory);
        }
        return environment;
    }
}
