package dev.throughline.store.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A running server, as described by its `postmaster.pid`. Source: PostgreSQL,
/// `src/include/utils/pidfile.h`: pid, data directory, start time, port, …, status, one per line.
///
/// @param isReady whether it accepts connections
record Postmaster(ProcessHandle process, int port, boolean isReady) {
    private static final int PID_LINE = 0;
    private static final int PORT_LINE = 3;
    private static final int STATUS_LINE = 7;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /// The server that runs on this data, if any. A stale file left by a crash is ignored.
    static Optional<Postmaster> find(Path cluster) throws IOException {
        Path file = cluster.resolve("postmaster.pid");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(file);
        // A full disk leaves an empty or partial file behind.
        if (lines.size() <= PORT_LINE || !isNumber(lines.get(PID_LINE)) || !isNumber(lines.get(PORT_LINE))) {
            return Optional.empty();
        }
        int port = Integer.parseInt(lines.get(PORT_LINE).strip());
        return ProcessHandle.of(Long.parseLong(lines.get(PID_LINE).strip()))
                .filter(Postmaster::isPostgres)
                .map(process -> new Postmaster(process, port, isReady(lines)));
    }

    private static boolean isReady(List<String> lines) {
        return lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready");
    }

    private static boolean isNumber(String line) {
        return line.strip().matches("[0-9]{1,9}");
    }

    // Pids are reused after a while; a program whose name cannot be read is assumed to be the server.
    private static boolean isPostgres(ProcessHandle process) {
        return process.isAlive()
                && process.info()
                        .command()
                        .map(command -> command.contains("postgres"))
                        .orElse(true);
    }

    /// Stops the server: first waiting for its sessions to end, then without waiting for them.
    void stop() {
        process.destroy();
        if (!ended(PATIENCE.dividedBy(4))) {
            interrupt();
            if (!ended(PATIENCE)) {
                // Committed data survives this: the next start recovers it from the log.
                process.destroyForcibly();
                ended(PATIENCE);
            }
        }
    }

    private boolean ended(Duration patience) {
        try {
            process.onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return !process.isAlive();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    // SIGINT is PostgreSQL's fast shutdown; Java cannot send it.
    private void interrupt() {
        try {
            new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
