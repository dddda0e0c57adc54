package dev.throughline.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The installations in a cache: a folder for each package, in it a folder for each version with what is installed
/// beside it. The time of such a folder is that of its last use.
///
/// Other processes may use the same cache: what was used within the last hour is not removed.
final class CacheContents {
    /// How long an installation is taken to be in use.
    private static final Duration IN_USE = Duration.ofHours(1);

    private static final String SIZE = ".throughline-bytes";

    private final List<Path> registries;

    /// @param root the cache
    CacheContents(Path root) {
        this.registries =
                Stream.of("npm", "pypi", "maven", "go").map(root::resolve).toList();
    }

    /// An installation, also one that is being made or removed, or was interrupted.
    ///
    /// @param bytes what its files take
    /// @param used when it was last used
    record Entry(Path path, long bytes, Instant used) {}

    /// All installations, the one used longest ago first.
    List<Entry> entries() {
        return registries.stream()
                .flatMap(registry -> folders(registry).stream())
                .flatMap(product -> folders(product).stream())
                .map(CacheContents::entry)
                .sorted(Comparator.comparing(Entry::used).thenComparing(Entry::path))
                .toList();
    }

    /// Records that an installation is used now.
    static void use(Path installation) {
        try {
            Files.setLastModifiedTime(installation, FileTime.from(Instant.now()));
        } catch (IOException e) {
            throw new HarnessException("the cache cannot be written: " + e.getMessage());
        }
    }

    /// Applies the limit to a cache, and says what that removed.
    static void trim(Path root, CacheLimit limit, ProgressListener progressListener) {
        if (limit.bytes() == 0) {
            return;
        }
        List<Entry> removed = new CacheContents(root).trim(limit);
        if (!removed.isEmpty()) {
            progressListener.say("removed " + removed.size()
                    + " installations, not used for the longest, from the cache (" + limit + ")");
        }
    }

    /// Removes what was used longest ago until the limit holds; what was used within the last hour is kept.
    /// @return what was removed
    List<Entry> trim(CacheLimit limit) {
        List<Entry> entries = entries();
        long total = entries.stream().mapToLong(Entry::bytes).sum();
        List<Entry> removed = new ArrayList<>();
        for (Entry entry : entries) {
            if (!limit.isExceededBy(total) || isInUse(entry)) {
                break;
            }
            remove(entry);
            removed.add(entry);
            total -= entry.bytes();
        }
        return List.copyOf(removed);
    }

    private static boolean isInUse(Entry entry) {
        return entry.used().isAfter(Instant.now().minus(IN_USE));
    }

    // Renamed first: a folder with the name of an installation and its mark is complete.
    private static void remove(Entry entry) {
        Path going = entry.path().resolveSibling(entry.path().getFileName() + "." + UUID.randomUUID());
        try {
            Files.move(entry.path(), going, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            return;
        } catch (IOException e) {
            throw new HarnessException("the cache cannot be written: " + e.getMessage());
        }
        TemporaryFolder.delete(going);
    }

    private static Entry entry(Path path) {
        try {
            Instant used = Files.getLastModifiedTime(path).toInstant();
            return new Entry(path, Installations.isComplete(path) ? size(path) : walked(path), used);
        } catch (IOException e) {
            // Removed or completed by another process in the meantime.
            return new Entry(path, 0, Instant.EPOCH);
        }
    }

    /// The size of a complete installation, which does not change; it is counted once.
    private static long size(Path path) throws IOException {
        Path stored = path.resolve(SIZE);
        if (Files.isRegularFile(stored)) {
            String text = Files.readString(stored).strip();
            if (text.matches("[0-9]{1,18}")) {
                return Long.parseLong(text);
            }
        }
        FileTime used = Files.getLastModifiedTime(path);
        long counted = walked(path);
        Files.writeString(stored, Long.toString(counted));
        Files.setLastModifiedTime(path, used);
        return counted;
    }

    private static long walked(Path path) throws IOException {
        var bytes = new AtomicLong();
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                bytes.addAndGet(attributes.size());
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        return bytes.get();
    }

    private static List<Path> folders(Path parent) {
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(parent)) {
            return all.filter(Files::isDirectory).toList();
        } catch (IOException | UncheckedIOException e) {
            throw new HarnessException("the cache cannot be read: " + e.getMessage());
        }
    }
}
