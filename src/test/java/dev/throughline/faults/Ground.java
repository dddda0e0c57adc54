package dev.throughline.faults;

import java.io.IOException;
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

    /// Starts a service on the database.
    Service start(Map<String, String> settings) throws IOException {
        Service service = Service.start(folder, database, HEAP_MEBIBYTES, settings);
        services.add(service);
        return service;
    }

    /// Starts a service and waits for it.
    Service serve() throws IOException, InterruptedException {
        return start(Map.of()).await();
    }

    /// The same with a heap of this size.
    Service serve(int heapMebibytes) throws IOException, InterruptedException {
        Service service = Service.start(folder, database, heapMebibytes, Map.of());
        services.add(service);
        return service.await();
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

    @Override
    public void close() {
        services.forEach(Service::close);
    }
}
