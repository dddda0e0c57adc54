package dev.throughline.faults;

import dev.throughline.load.FaultDatabase;
import dev.throughline.load.StreamLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The PostgreSQL that a service starts and watches itself.
/// @param folder the service's data directory
record EmbeddedDatabase(Path folder) {
    /// The environment of a service that keeps its data here.
    Map<String, String> environment() {
        return Map.of("THROUGHLINE_DATABASE_URL", "", "THROUGHLINE_DATA_DIR", folder.toString());
    }

    /// What it holds; to be asked while it runs.
    FaultDatabase database() {
        return new FaultDatabase("postgres", "", this::connect);
    }

    /// Kills the postmaster, and leaves its children to notice.
    void killPostmaster() throws IOException {
        kill(List.of(postmaster()));
    }

    /// Kills all its processes at once.
    void killAll() throws IOException {
        ProcessHandle postmaster = postmaster();
        kill(Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList());
    }

    /// Makes the server ask for a fresh file of its log until it ends or the tries are over: on a full disk it ends.
    /// @return whether it ended
    boolean endForLackOfSpace() throws IOException {
        ProcessHandle postmaster = postmaster();
        for (int tries = 0; tries < 100 && postmaster.isAlive(); tries++) {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("SELECT pg_logical_emit_message(false, 'fault', 'x'), pg_switch_wal()");
            } catch (SQLException _) {
                StreamLoad.pause(100);
            }
        }
        return !postmaster.isAlive();
    }

    private static void kill(List<ProcessHandle> processes) {
        processes.forEach(ProcessHandle::destroyForcibly);
        processes.forEach(
                process -> process.onExit().orTimeout(10, TimeUnit.SECONDS).join());
    }

    private ProcessHandle postmaster() throws IOException {
        return ProcessHandle.of(Long.parseLong(pidFile().getFirst().strip())).orElseThrow();
    }

    private List<String> pidFile() throws IOException {
        return Files.readAllLines(folder.resolve("postgres/postmaster.pid"));
    }

    private Connection connect() throws SQLException {
        try {
            String port = pidFile().get(3).strip();
            String password = Files.readString(folder.resolve("password")).strip();
            return DriverManager.getConnection(
                    "jdbc:postgresql://127.0.0.1:" + port + "/postgres", "postgres", password);
        } catch (IOException | IndexOutOfBoundsException e) {
            throw new SQLException("expected a running server in " + folder, e);
        }
    }
}
