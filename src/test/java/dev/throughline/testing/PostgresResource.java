package dev.throughline.testing;

import dev.throughline.store.database.Database;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A real PostgreSQL in a temporary folder, with this version's schema, for every `@QuarkusTest`:
/// brought by `PostgresResourceIT`, which registers it globally; test classes need no annotation of their own.
public final class PostgresResource implements QuarkusTestResourceLifecycleManager {
    /// `XDG_DATA_HOME` of the tests, see `pom.xml`.
    public static final Path SHARE = Path.of(System.getProperty("java.io.tmpdir"), "throughline-test-share");

    /// Where PostgreSQL's programs are; unpacked once for all tests of this machine.
    public static final Path BINARIES = SHARE.resolve("throughline").resolve("binaries");

    private @Nullable Path directory;
    private @Nullable Database database;

    @Override
    public Map<String, String> start() {
        try {
            directory = Files.createTempDirectory("throughline-test-database");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        database = Database.openEmbedded(directory, BINARIES);
        return database.settings();
    }

    @Override
    public void stop() {
        Optional.ofNullable(database).ifPresent(Database::close);
        Optional.ofNullable(directory).ifPresent(PostgresResource::delete);
    }

    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
