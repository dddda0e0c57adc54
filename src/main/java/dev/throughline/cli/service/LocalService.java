package dev.throughline.cli.service;

import dev.throughline.harness.ServiceClient;
import dev.throughline.store.database.Database;
import io.quarkus.runtime.Quarkus;
import io.quarkus.smallrye.openapi.runtime.OpenApiConstants;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// The service inside this program, on a free loopback port, for the duration of a command.
final class LocalService implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(15);
    private static final AtomicBoolean PREPARED = new AtomicBoolean();

    private final Database database;
    private final URI address;
    private final Thread thread;
    private volatile Optional<Throwable> failure = Optional.empty();
    private final CountDownLatch stopped = new CountDownLatch(1);

    private LocalService(Database database, int port) {
        this.database = database;
        this.address = URI.create("http://127.0.0.1:" + port);
        this.thread = new Thread(this::run, "throughline-service");
    }

    /// Starts the service on the configured database and waits until it responds.
    static LocalService start() {
        prepare();
        int port = PortCheck.free();
        System.setProperty("quarkus.http.port", Integer.toString(port));
        Database database = Database.open(System.getenv());
        database.configure();
        var service = new LocalService(database, port);
        service.thread.start();
        service.loadClient();
        service.await();
        return service;
    }

    /// Loads what a request needs while the service starts: nothing listens yet.
    private void loadClient() {
        try (ServiceClient early = new ServiceClient(address)) {
            early.isHealthy();
        }
    }

    /// Starts in the background the part of Quarkus' startup that needs no database. No OpenAPI document is built,
    /// since a command never requests one. Calling this again has no effect.
    static void prepare() {
        if (!PREPARED.compareAndSet(false, true)) {
            return;
        }
        System.setProperty("quarkus.http.host", "127.0.0.1");
        System.setProperty("throughline.access", "open");
        System.setProperty("throughline.runs.seal-at-stop", "true");
        System.setProperty("quarkus.log.console.level", "ERROR");
        System.setProperty("quarkus.log.console.stderr", "true");
        OpenApiConstants.classLoader = new ClassLoader("no document", null) {};
        ApplicationLoader.start();
    }

    URI address() {
        return address;
    }

    @Override
    public void close() {
        Quarkus.asyncExit();
        try {
            stopped.await(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        database.close();
    }

    private void run() {
        try {
            Quarkus.run(null, (code, cause) -> failure = Optional.ofNullable(cause));
        } finally {
            stopped.countDown();
        }
    }

    private void await() {
        try {
            if (ListeningService.await(START_LIMIT, () -> stopped.getCount() > 0)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        boolean isOver = stopped.getCount() == 0;
        close();
        throw isOver
                ? ServiceStartException.because(failure)
                : new ServiceStartException("the service did not start within " + START_LIMIT.toSeconds() + " s");
    }
}
