package dev.throughline.store.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// The folder of an embedded server. Readable by its owner only.
///
/// `postgres` is the server's own data, `binaries` (usually) its programs, `password` the superuser's
/// password (random), `ready` marks data whose set-up was completed, `lock` is held while a process starts
/// or stops the server, `postgres.log` is the output of the server since its latest start.
///
/// @param root the folder
record DataDirectory(Path root) {
    private static final int PASSWORD_BYTES = 24;
    private static final Duration PAUSE = Duration.ofMillis(50);

    /// Creates the folder if it is missing.
    static DataDirectory at(Path root) {
        try {
            Files.createDirectories(root);
            Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
            return new DataDirectory(root);
        } catch (IOException e) {
            throw new DatabaseException(
                    "database: the data directory " + root + " cannot be used (" + why(e)
                            + "); choose another with THROUGHLINE_DATA_DIR",
                    e);
        }
    }

    Path cluster() {
        return root.resolve("postgres");
    }

    /// The output of a server since its latest start.
    Path serverLog() {
        return root.resolve("postgres.log");
    }

    /// Why a server ended, according to its own output.
    Optional<String> lastComplaint() throws IOException {
        if (!Files.exists(serverLog())) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(serverLog(), StandardCharsets.ISO_8859_1)) {
            // Its messages to sessions that connect too early are not the reason.
            return lines.filter(line -> line.matches(".* (FATAL|PANIC|ERROR): .*"))
                    .filter(line -> !line.contains("the database system is "))
                    .reduce((_, last) -> last)
                    .map(line -> line.replaceFirst(".* (?=(FATAL|PANIC|ERROR): )", ""));
        }
    }

    private Path ready() {
        return root.resolve("ready");
    }

    /// Holds the folder against other processes until closed.
    FileChannel lock() throws IOException {
        FileChannel channel =
                FileChannel.open(root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        while (true) {
            try {
                channel.lock();
                return channel;
            } catch (OverlappingFileLockException _) {
                // Held by another thread of this process, for which the operating system does not wait.
                LockSupport.parkNanos(PAUSE.toNanos());
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        }
    }

    /// The superuser's password, generated on first use.
    String password() throws IOException {
        Path file = root.resolve("password");
        if (Files.exists(file) && Files.size(file) > 0) {
            return Files.readString(file).strip();
        }
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        String password = HexFormat.of().formatHex(random);
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, password);
        return password;
    }

    boolean isReady() {
        return Files.exists(ready());
    }

    void markReady() throws IOException {
        Files.writeString(ready(), "set up " + Instant.now() + System.lineSeparator());
    }

    /// Moves data aside whose set-up was interrupted; it never contained a run.
    void setAsideUnfinished() throws IOException {
        if (!isReady() && Files.exists(cluster())) {
            Files.move(cluster(), root.resolve("postgres.unfinished-" + System.currentTimeMillis()));
        }
    }

    static String why(IOException e) {
        return e instanceof FileSystemException file
                ? Optional.ofNullable(file.getReason()).orElse(e.getClass().getSimpleName())
                : Connections.firstLine(e);
    }
}
