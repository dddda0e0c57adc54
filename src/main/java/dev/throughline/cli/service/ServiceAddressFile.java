package dev.throughline.cli.service;

import dev.throughline.store.database.Database;
import dev.throughline.text.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// The file in which a service that runs on this machine publishes its address, so that a command on the same
/// database queries it instead of starting its own service.
///
/// A file that a crash left behind is ignored, since no process with that id and start time exists. A
/// service whose directory cannot be written to runs without the file. It contains no secret.
public final class ServiceAddressFile implements AutoCloseable {
    private final Path path;
    private final Publication publication;

    private ServiceAddressFile(Path path, Publication publication) {
        this.path = path;
        this.publication = publication;
    }

    /// The file's content.
    /// @param pid process of the service
    /// @param started when that process started, since process ids are reused
    /// @param address base URL, for example `http://127.0.0.1:8080`
    /// @param needsKey whether requests need a key
    public record Publication(long pid, Instant started, URI address, boolean needsKey) {
        static Publication ofThisProcess(URI address, boolean needsKey) {
            ProcessHandle process = ProcessHandle.current();
            return new Publication(process.pid(), startOf(process), address, needsKey);
        }

        boolean isRunning() {
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> startOf(process).equals(started))
                    .isPresent();
        }

        private static Instant startOf(ProcessHandle process) {
            return process.info().startInstant().orElse(Instant.EPOCH);
        }
    }

    /// Publishes the address of the service in this process in place of that of an earlier one.
    /// @param environment that the database was opened with
    public static ServiceAddressFile publish(Map<String, String> environment, URI address, boolean needsKey) {
        var file =
                new ServiceAddressFile(Database.serviceFile(environment), Publication.ofThisProcess(address, needsKey));
        try {
            file.write();
        } catch (IOException e) {
            // Commands start their own service.
        }
        return file;
    }

    /// The running service on the database of an environment.
    public static Optional<Publication> find(Map<String, String> environment) {
        return read(Database.serviceFile(environment)).filter(Publication::isRunning);
    }

    /// Removes the file unless another service has replaced it.
    @Override
    public void close() {
        if (read(path).filter(publication::equals).isEmpty()) {
            return;
        }
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // The file is ignored once this process has ended.
        }
    }

    private void write() throws IOException {
        Files.createDirectories(path.getParent());
        Path draft = Files.createTempFile(path.getParent(), "service", ".tmp");
        Files.write(draft, Json.RECORDS.writeValueAsBytes(publication));
        Files.move(draft, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Optional<Publication> read(Path path) {
        try {
            return Files.isRegularFile(path)
                    ? Optional.of(Json.RECORDS.readValue(Files.readAllBytes(path), Publication.class))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
