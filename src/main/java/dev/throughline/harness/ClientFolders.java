package dev.throughline.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The private folders of a client: home, working folder, caches.
/// @param root contains all of them
record ClientFolders(Path root) {
    static ClientFolders make() {
        var clientFolders = new ClientFolders(TemporaryFolder.make("check").path());
        try {
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

    /// Makes what exists available at another path as well.
    void link(Path existing, Path place) {
        try {
            Files.createDirectories(place.getParent());
            Files.createSymbolicLink(place, existing);
        } catch (IOException e) {
            throw new HarnessException("the package could not be linked at " + place + ": " + e.getMessage());
        }
    }

    void delete() {
        TemporaryFolder.delete(root);
    }
}
