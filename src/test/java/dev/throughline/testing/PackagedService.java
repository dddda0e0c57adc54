package dev.throughline.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The packaged program as a separate process, with an embedded database in a temporary folder, on a port that stays
/// the same over its restarts. Needs `target/quarkus-app`, which Maven's phase `package` makes.
public final class PackagedService implements AutoCloseable {
    private static final Path PROGRAM = Path.of("target", "quarkus-app", "quarkus-run.jar");
    private static final Duration START = Duration.ofSeconds(120);
    private static final int STOP_SECONDS = 60;
    private static final long BETWEEN_TRIES_NANOS = 50_000_000;

    private final Path directory;
    private final int port;
    private final Map<String, String> environment;
    private final List<String> options;
    private @Nullable Process process;

    /// Starts it on an empty database, and waits until it answers.
    public PackagedService() {
        this(Map.of(), List.of());
    }

    /// @param environment beside that of the test
    /// @param options of `serve`, beside its port
    public PackagedService(Map<String, String> environment, List<String> options) {
        this.environment = Map.copyOf(environment);
        this.options = List.copyOf(options);
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            directory = Files.createTempDirectory("throughline-packaged");
            port = socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start();
    }

    /// The packaged program with these arguments, not yet started.
    private static ProcessBuilder program(List<String> arguments) {
        if (!Files.isRegularFile(PROGRAM)) {
            throw new IllegalStateException(PROGRAM + " was expected: run Maven's phase package before this test");
        }
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Xmx512m",
                // It ends before the second compiler has paid for itself.
                "-XX:TieredStopAtLevel=1",
                "-jar",
                PROGRAM.toString()));
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    /// `http://127.0.0.1:PORT`
    public String host() {
        return "http://127.0.0.1:" + port;
    }

    /// Where the embedded database keeps its data.
    public Path data() {
        return directory.resolve("data");
    }

    /// Starts the process, on the port and the data of the one before, and waits until it answers.
    public void start() {
        List<String> command = new ArrayList<>(List.of("serve", "--port", Integer.toString(port)));
        command.addAll(options);
        ProcessBuilder builder = program(command).redirectErrorStream(true).redirectOutput(log().toFile());
        builder.environment().putAll(environment);
        builder.environment().put("THROUGHLINE_DATA_DIR", data().toString());
        builder.environment().remove("THROUGHLINE_DATABASE_URL");
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitAnswer(System.nanoTime() + START.toNanos());
    }

    /// Stops the process as an operator does, and waits until it is gone.
    public void stop() {
        Process running = Optional.ofNullable(process).orElseThrow();
        running.destroy();
        try {
            if (!running.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the service did not stop:\n" + logText());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        Optional.ofNullable(process).filter(Process::isAlive).ifPresent(_ -> stop());
        PostgresResource.delete(directory);
    }

    private void awaitAnswer(long until) {
        while (!TestHttpClient.of(URI.create(host())).isReady()) {
            if (System.nanoTime() > until
                    || !Optional.ofNullable(process).orElseThrow().isAlive()) {
                throw new IllegalStateException("the service does not answer:\n" + logText());
            }
            LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
        }
    }

    private Path log() {
        return directory.resolve("log");
    }

    private String logText() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
