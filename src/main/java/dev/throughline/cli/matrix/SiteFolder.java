package dev.throughline.cli.matrix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The folder of a site; nothing is written outside of it and no file twice. Callable from several threads.
final class SiteFolder {
    private final Path root;
    private final Set<String> written = ConcurrentHashMap.newKeySet();

    SiteFolder(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    /// Whether a site can be written there: nothing is there, or an empty folder.
    boolean isFree() throws IOException {
        if (!Files.exists(root)) {
            return true;
        }
        if (!Files.isDirectory(root)) {
            return false;
        }
        try (Stream<Path> content = Files.list(root)) {
            return content.findAny().isEmpty();
        }
    }

    /// @param name relative, with slashes
    /// @throws IllegalArgumentException if it leaves the folder or was written before
    void write(String name, String content) {
        Path file = root.resolve(name).normalize();
        if (!file.startsWith(root) || !written.add(name)) {
            throw new IllegalArgumentException("not a new file of the site: " + name);
        }
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Number of files.
    int size() {
        return written.size();
    }
}
