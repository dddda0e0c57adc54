package dev.throughline.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A folder that is deleted with all that is in it when it is closed.
public record TemporaryFolder(Path path) implements AutoCloseable {
    /// @param purpose a word of its name
    /// @throws HarnessException if it cannot be created
    public static TemporaryFolder make(String purpose) {
        try {
            return new TemporaryFolder(Files.createTempDirectory("throughline-" + purpose + "-"));
        } catch (IOException e) {
            throw new HarnessException("a temporary folder could not be created: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        delete(path);
    }

    /// Deletes a folder recursively, if it exists. What cannot be deleted stays: a program that was started in it may
    /// still be writing.
    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            // Deleted or changed by another program meanwhile.
        }
    }
}
