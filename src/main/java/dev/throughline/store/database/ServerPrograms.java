package dev.throughline.store.database;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
