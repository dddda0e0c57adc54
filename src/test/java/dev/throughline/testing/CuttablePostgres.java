package dev.throughline.testing;

import dev.throughline.store.database.Database;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// A separate PostgreSQL behind a relay that can be cut or fall silent: for the service, the database is
/// then unavailable. Injected into tests' fields of this type.
public final class CuttablePostgres implements QuarkusTestResourceLifecycleManager {
    private static final String URL = "quarkus.datasource.reactive.url";

    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private volatile boolean isCut;
    private volatile CountDownLatch silence = new CountDownLatch(0);
    private @Nullable Path directory;
    private @Nullable Database database;
    private @Nullable ServerSocket relay;

    @Override
    public int order() {
        return 100;
    }

    @Override
    public Map<String, String> start() {
        try {
            directory = Files.createTempDirectory("throughline-test-cuttable");
            database = Database.openEmbedded(directory, PostgresResource.BINARIES);
            relay = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> settings = new HashMap<>(database.settings());
        URI behind = URI.create(settings.get(URL));
        ServerSocket listening = relay;
        settings.replaceAll((_, value) ->
                value.replace("127.0.0.1:" + behind.getPort() + "/", "127.0.0.1:" + listening.getLocalPort() + "/"));
        Thread.ofVirtual().start(() -> accept(listening, behind));
        return settings;
    }

    /// Breaks all connections and takes no new ones.
    public void cut() {
        isCut = true;
        open.forEach(CuttablePostgres::close);
        open.clear();
    }

    /// Keeps all connections and takes new ones, and lets nothing through.
    public void silence() {
        silence = new CountDownLatch(1);
    }

    /// Takes connections again, and lets through what was held back.
    public void mend() {
        isCut = false;
        silence.countDown();
    }

    private void accept(ServerSocket listening, URI behind) {
        while (!listening.isClosed()) {
            try {
                Socket near = listening.accept();
                if (isCut) {
                    near.close();
                } else {
                    join(near, new Socket(behind.getHost(), behind.getPort()));
                }
            } catch (IOException _) {
                // the next one may do better
            }
        }
    }

    private void join(Socket near, Socket far) {
        open.add(near);
        open.add(far);
        Thread.ofVirtual().start(() -> copy(near, far));
        Thread.ofVirtual().start(() -> copy(far, near));
    }

    private void copy(Socket from, Socket to) {
        byte[] chunk = new byte[16_384];
        try {
            for (int read = from.getInputStream().read(chunk);
                    read >= 0;
                    read = from.getInputStream().read(chunk)) {
                silence.await();
                to.getOutputStream().write(chunk, 0, read);
            }
        } catch (IOException _) {
            // one side is gone
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // it is closed
        }
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(this, new TestInjector.MatchesType(CuttablePostgres.class));
    }

    @Override
    public void stop() {
        try {
            if (relay != null) {
                relay.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Optional.ofNullable(database).ifPresent(Database::close);
        Optional.ofNullable(directory).ifPresent(PostgresResource::delete);
    }
}
