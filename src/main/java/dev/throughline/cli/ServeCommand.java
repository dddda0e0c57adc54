package dev.throughline.cli;

import dev.throughline.run.database.Database;
import io.quarkus.runtime.Quarkus;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Starts the service and stays until it is stopped.
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = {
            "Starts the service.",
            "Without THROUGHLINE_DATABASE_URL (postgresql://user:password@host:port/db) it keeps an embedded PostgreSQL"
                    + " in THROUGHLINE_DATA_DIR."
        })
final class ServeCommand implements Callable<Integer> {
    @Option(names = "--port", defaultValue = "8080", description = "Port to listen on (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            description = "Address to listen on (default: ${DEFAULT-VALUE}).")
    private String host = "";

    @Option(names = "--data-dir", paramLabel = "DIR", description = "Where the embedded PostgreSQL keeps its data.")
    private String dataDirectory = "";

    @CommandLine.Mixin
    private BackendOptions backend = new BackendOptions();

    @Override
    public Integer call() {
        Ports.checkFree(host, port);
        backend.configure();
        Map<String, String> environment = new HashMap<>(System.getenv());
        if (!dataDirectory.isEmpty()) {
            environment.put("THROUGHLINE_DATA_DIR", dataDirectory);
        }
        try (Database database = Database.open(environment)) {
            System.out.println("Database: " + database.description());
            database.configure();
            System.setProperty("quarkus.http.host", host);
            System.setProperty("quarkus.http.port", Integer.toString(port));
            Quarkus.run();
            Quarkus.waitForExit();
        }
        return 0;
    }
}
