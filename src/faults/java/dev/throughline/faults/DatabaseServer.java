package dev.throughline.faults;

import dev.throughline.load.FaultDatabase;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A PostgreSQL that can be stopped, started again on the same port, and killed. Every commit is on the disk before it
/// is acknowledged.
final class DatabaseServer implements AutoCloseable {
    private static final Path BINARIES =
            Path.of(System.getProperty("java.io.tmpdir"), "throughline-test-share", "throughline", "binaries");

    private final Path data;
    private final int port;
    private @Nullable EmbeddedPostgres running;

    DatabaseServer(Path folder) throws IOException {
        data = folder.resolve("postgres");
        port = freePort();
        Files.createDirectories(BINARIES);
        start();
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    void start() throws IOException {
        if (running != null) {
            return;
        }
        running = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setOverrideWorkingDirectory(BINARIES.toFile())
                .setRegisterShutdownHook(false)
                .setPGStartupWait(Duration.ofSeconds(60))
                .setPort(port)
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("unix_socket_directories", "")
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("max_connections", "100")
                .setServerConfig("wal_level", "logical")
                .start();
    }

    /// Stops it; sessions are broken off, what is committed is kept.
    void stop() throws IOException {
        if (running != null) {
            running.close();
            running = null;
        }
    }

    /// Ends all its processes at once, wherever they are.
    void kill() throws IOException {
        long pid = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).getFirst().strip());
        ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
        List<ProcessHandle> family =
                Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
        family.forEach(ProcessHandle::destroyForcibly);
        family.forEach(
                process -> process.onExit().orTimeout(10, TimeUnit.SECONDS).join());
        stop(); // lets go of the folder
    }

    /// Makes an empty database, also where an earlier try has left one of this name.
    FaultDatabase create(String name) throws SQLException {
        execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        execute("CREATE DATABASE " + name);
        return database(name);
    }

    FaultDatabase database(String name) {
        return new FaultDatabase(name, url(name, address()), () -> connect(name));
    }

    /// Makes a server that follows this one, from a copy of its files.
    /// @param through the port that leads it here
    DatabaseServer replica(Path folder, int through) throws IOException {
        stop();
        Path copy = folder.resolve("postgres");
        Files.createDirectories(folder);
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, copy.resolve(data.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        start();
        Files.createFile(copy.resolve("standby.signal"));
        Files.writeString(
                copy.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=" + through + " user=postgres'\n",
                StandardOpenOption.APPEND);
        return new DatabaseServer(folder);
    }

    /// Does something that belongs to no database.
    void execute(String sql) throws SQLException {
        try (Connection connection = connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    Connection connect(String database) throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://" + address() + "/" + database, "postgres", "none");
    }

    int port() {
        return port;
    }

    /// @param servers one or more, each with its port, separated by commas
    static String url(String database, String servers) {
        return "postgresql://postgres:none@" + servers + "/" + database;
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() throws IOException {
        stop();
    }
}
