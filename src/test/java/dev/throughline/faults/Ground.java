package dev.throughline.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/// Where a fault happens: a database of its own on the one server, and the processes it starts, which end with it.
final class Ground implements AutoCloseable {
    private static final int HEAP_MEBIBYTES = 512;

    private final Path folder;
    private final DatabaseServer server;
    private final Database database;
    private final Queue<Service> services = new ConcurrentLinkedQueue<>();

    Ground(Path folder, DatabaseServer server, String name) throws IOException, SQLException {
        this.folder = folder;
        this.server = server;
        server.start();
        this.database = server.create(name.replace('-', '_'));
    }

    DatabaseServer server() {
        return server;
    }

    Database database() {
        return database;
    }

    Path folder() {
        return folder;
    }

    /// Starts a service on the database.
    Service start(Map<String, String> settings) throws IOException {
        return start(settings, Map.of());
    }

    /// The same with variables of its environment.
    Service start(Map<String, String> settings, Map<String, String> environment) throws IOException {
        return start(database.url(), HEAP_MEBIBYTES, settings, environment);
    }

    /// Starts a service that reaches the database through a relay.
    Service behind(int relay, Map<String, String> settings) throws IOException {
        return start(DatabaseServer.url(database.name(), relay), HEAP_MEBIBYTES, settings, Map.of());
    }

    /// Starts a service and waits for it.
    Service serve() throws IOException, InterruptedException {
        return start(Map.of()).await();
    }

    /// The same with a heap of this size.
    Service serve(int heapMebibytes, Map<String, String> settings) throws IOException, InterruptedException {
        return start(database.url(), heapMebibytes, settings, Map.of()).await();
    }

    private Service start(String url, int heap, Map<String, String> settings, Map<String, String> environment)
            throws IOException {
        Path log = Files.createTempFile(folder, "service-" + database.name() + "-", ".log");
        Service service = Service.start(log, url, heap, settings, environment);
        services.add(service);
        return service;
    }

    /// Asks for short answers until one ends well, and gives the time since the moment.
    static Duration recovery(Service service, long sinceNanos) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (System.nanoTime() < deadline) {
            try {
                String run = service.open(Map.of("scenario", "chat"));
                if (Ear.listen(service.url(), run).isDone()) {
                    return Duration.ofNanos(System.nanoTime() - sinceNanos);
                }
            } catch (IOException _) {
                // not yet
            }
            Load.pause(50);
        }
        throw new IllegalStateException("expected a good answer within 60 s; its log ends with\n" + service.tail());
    }

    /// Ends the processes that were started so far.
    void stopServices() {
        services.forEach(Service::close);
    }

    @Override
    public void close() {
        stopServices();
    }
}
