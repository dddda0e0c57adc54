package dev.throughline.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads files that the program carries.
public final class Resources {
    private Resources() {}

    /// A file; empty if the program has none of that name.
    /// @param name from the root of the class path, without a leading slash
    public static Optional<byte[]> find(String name) {
        return open(name).map(Resources::readAll);
    }

    /// The same, for a large one: the caller reads and closes it.
    public static Optional<InputStream> open(String name) {
        return Optional.ofNullable(Resources.class.getResourceAsStream("/" + name));
    }

    private static byte[] readAll(InputStream file) {
        try (file) {
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The text of a file; empty if the program has none of that name.
    public static Optional<String> findText(String name) {
        return find(name).map(file -> new String(file, StandardCharsets.UTF_8));
    }

    /// A file that the build must have.
    /// @throws IllegalStateException if it has not
    public static byte[] bytes(String name) {
        return find(name).orElseThrow(() -> new IllegalStateException("the build lacks " + name));
    }

    /// The text of such a file.
    public static String text(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }
}
