package dev.throughline.faults;

import dev.throughline.load.FaultDatabase;
import dev.throughline.load.SseListener;
import dev.throughline.load.StreamLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/// The environment of a fault: a separate database on the shared server, and the processes that it starts,
/// which end with it.
final class FaultEnvironment implements AutoCloseable {
    private static final int HEAP_MEBIBYTES = 512;

    private final Path folder;
    private final DatabaseServer server;
    private final FaultDatabase faultDatabase;
    private final Queue<ServiceProcess> services = new ConcurrentLinkedQueue<>();

    FaultEnvironment(Path folder, DatabaseServer server, String name) throws IOException, SQLException {
        this.folder = folder;
        this.server = server;
        server.start();
        this.faultDatabase = server.create(name.replace('-', '_'));
    }

    DatabaseServer server() {
        return server;
    }

    FaultDatabase faultDatabase() {
        return faultDatabase;
    }

    Path folder() {
        return folder;
    }

    /// Starts a service on the database.
    ServiceProcess start(Map<String, String> settings) throws IOException {
        return start(settings, Map.of());
    }

    /// The same with variables of its environment.
    ServiceProcess start(Map<String, String> settings, Map<String, String> environment) throws IOException {
        return start(faultDatabase.url(), HEAP_MEBIBYTES, settings, environment);
    }

    /// Starts a service that reaches the database through a relay.
    ServiceProcess behind(int relay, Map<String, String> settings) throws IOException {
        return behind("127.0.0.1:" + relay, settings, Map.of());
    }

    /// The same with variables of its environment.
    /// @param servers one or more, each with its port, separated by commas
    ServiceProcess behind(String servers, Map<String, String> settings, Map<String, String> environment)
            throws IOException {
        return start(DatabaseServer.url(faultDatabase.name(), servers), HEAP_MEBIBYTES, settings, environment);
    }

    /// Starts a service and waits for it.
    ServiceProcess serve() throws IOException, InterruptedException {
        return start(Map.of()).await();
    }

    /// The same with a heap of this size.
    ServiceProcess serve(int heapMebibytes, Map<String, String> settings) throws IOException, InterruptedException {
        return start(faultDatabase.url(), heapMebibytes, settings, Map.of()).await();
    }

    private ServiceProcess start(String url, int heap, Map<String, String> settings, Map<String, String> environment)
            throws IOException {
        Path log = Files.createTempFile(folder, "service-" + faultDatabase.name() + "-", ".log");
        ServiceProcess serviceProcess = ServiceProcess.start(log, url, heap, settings, environment);
        services.add(serviceProcess);
        return serviceProcess;
    }

    /// Asks for short answers until one ends well, and gives the time since the moment.
    static Duration recovery(ServiceProcess serviceProcess, long sinceNanos) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (System.nanoTime() < deadline) {
            try {
                String run = serviceProcess.open(Map.of("scenario", "chat"));
                if (SseListener.listen(serviceProcess.url(), run).isDone()) {
                    return Duration.ofNanos(System.nanoTime() - sinceNanos);
                }
            } catch (IOException _) {
                // not yet
            }
            StreamLoad.pause(50);
        }
        throw new IllegalStateException(
                "expected a good answer within 60 s; its log ends with\n" + serviceProcess.tail());
    }

    /// Ends the processes that were started so far.
    void stopServices() {
        services.forEach(ServiceProcess::close);
    }

    @Override
    public void close() {
        stopServices();
    }
}
