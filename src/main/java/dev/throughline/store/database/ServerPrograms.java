package dev.throughline.store.database;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/// Where the programs of the bundled PostgreSQL were unpacked, so that a later start need not hash their archive to
/// find out: a file beside them, named after the archives of this version of the program, names their folder.
///
/// @param folder of unpacked programs of any number of versions
record ServerPrograms(Path folder) {
    private static final List<String> ARCHIVES = List.of(
            "postgres-linux-x86_64.txz",
            "postgres-linux-arm_64.txz",
            "postgres-darwin-x86_64.txz",
            "postgres-darwin-arm_64.txz");

    /// The server of this version, if it was unpacked and noted here.
    Optional<Path> server() throws IOException {
        Optional<Path> note = note();
        if (note.isEmpty() || !Files.exists(note.get())) {
            return Optional.empty();
        }
        String name = Files.readString(note.get()).strip();
        return Optional.of(folder.resolve(name, "bin", "postgres")).filter(Files::isExecutable);
    }

    /// Notes that a server of this version was unpacked.
    /// @param server its path, as it was started; ignored if it lies elsewhere
    void remember(Path server) throws IOException {
        Optional<Path> note = note();
        if (note.isPresent() && server.startsWith(folder) && server.getNameCount() > folder.getNameCount() + 1) {
            Files.writeString(note.get(), server.getName(folder.getNameCount()) + System.lineSeparator());
        }
    }

    /// Deletes what starts that were killed have unpacked in part, over which the library cannot unpack again; what
    /// another process is unpacking stays. The names of marker and lock are the library's.
    void deleteUnfinished() throws IOException {
        try (DirectoryStream<Path> versions = Files.newDirectoryStream(folder, "PG-*")) {
            for (Path version : versions) {
                Path unpacked = version.resolve(".exists");
                if (!Files.exists(unpacked)) {
                    deleteUnlessLocked(version, version.resolve("epg-lock"), unpacked);
                }
            }
        }
    }

    private static void deleteUnlessLocked(Path version, Path lock, Path unpacked) throws IOException {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.tryLock();
                Stream<Path> files = Files.walk(version)) {
            List<Path> deepestFirst = files.filter(file -> !file.equals(version) && !file.equals(lock))
                    .sorted(Comparator.reverseOrder())
                    .toList();
            // Who held the lock until now may have ended.
            boolean isLeft = held != null && !Files.exists(unpacked);
            for (Path file : isLeft ? deepestFirst : List.<Path>of()) {
                Files.delete(file);
            }
        } catch (OverlappingFileLockException e) {
            // Another server of this process is unpacking it.
        }
    }

    private Optional<Path> note() throws IOException {
        List<String> archives = new ArrayList<>();
        for (String name : ARCHIVES) {
            URL archive = ServerPrograms.class.getClassLoader().getResource(name);
            if (archive != null && archive.openConnection() instanceof JarURLConnection jar) {
                archives.add(name + " " + jar.getJarEntry().getCrc());
            }
        }
        if (archives.isEmpty()) {
            return Optional.empty();
        }
        CRC32 all = new CRC32();
        all.update(String.join("\n", archives).getBytes(StandardCharsets.UTF_8));
        return Optional.of(folder.resolve("unpacked-" + Long.toHexString(all.getValue())));
    }
}
