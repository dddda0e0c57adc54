package dev.throughline.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The private folders of a client: home, working folder, caches.
/// @param root contains all of them
record ClientFolders(Path root) {
    static ClientFolders make() {
        try {
            var clientFolders = new ClientFolders(Files.createTempDirectory("throughline-check-"));
            for (Path folder :
                    List.of(clientFolders.home(), clientFolders.work(), clientFolders.cache(), clientFolders.temp())) {
                Files.createDirectories(folder);
            }
            return clientFolders;
        } catch (IOException e) {
            throw new HarnessException("the client's folder could not be created: " + e.getMessage());
        }
    }

    Path home() {
        return root.resolve("home");
    }

    Path work() {
        return root.resolve("work");
    }

    Path cache() {
        return home().resolve(".cache");
    }

    Path temp() {
        return root.resolve("tmp");
    }

    Path output(int turn) {
        return root.resolve("turn" + turn + ".log");
    }

    /// Writes a file, creating its folders.
    void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new HarnessException("a file of the client could not be written: " + file);
        }
    }

    /// Deletes a folder recursively, if it exists.
    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            // A process of the client may still have been writing; the operating system cleans up its
            // temporary files.
        }
    }
}
