package dev.throughline.cli.service;

import dev.throughline.store.database.Database;
import io.quarkus.runtime.Quarkus;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The service inside this program, on a free loopback port, for the duration of a command.
final class LocalService implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(15);
    private static final Duration STEP = Duration.ofMillis(50);

    private final Database database;
    private final URI address;
    private final Thread thread;
    private final CountDownLatch stopped = new CountDownLatch(1);

    private LocalService(Database database, int port) {
        this.database = database;
        this.address = URI.create("http://127.0.0.1:" + port);
        this.thread = new Thread(this::run, "throughline-service");
    }

    /// Starts the service on the configured database and waits until it responds.
    static LocalService start() {
        Database database = Database.open(System.getenv());
        database.configure();
        int port = PortCheck.free();
        System.setProperty("quarkus.http.host", "127.0.0.1");
        System.setProperty("throughline.access", "open");
        System.setProperty("throughline.runs.seal-at-stop", "true");
        System.setProperty("quarkus.http.port", Integer.toString(port));
        System.setProperty("quarkus.log.console.level", "ERROR");
        System.setProperty("quarkus.log.console.stderr", "true");
        var service = new LocalService(database, port);
        service.thread.start();
        service.await();
        return service;
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
            Quarkus.run(null, (code, failure) -> {});
        } finally {
            stopped.countDown();
        }
    }

    private void await() {
        HttpRequest health = HttpRequest.newBuilder(address.resolve("/health")).build();
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        try (HttpClient http = HttpClient.newHttpClient()) {
            while (System.nanoTime() < deadline && stopped.getCount() > 0) {
                if (answers(http, health)) {
                    return;
                }
                stopped.await(STEP.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close();
        throw new ServiceStartException("the service did not start within " + START_LIMIT.toSeconds() + " s");
    }

    private static boolean answers(HttpClient http, HttpRequest health) throws InterruptedException {
        try {
            return http.send(health, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }
}
