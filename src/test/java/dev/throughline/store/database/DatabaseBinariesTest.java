package dev.throughline.store.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// Where the programs of the embedded server are unpacked.
class DatabaseBinariesTest {
    @TempDir
    Path folder;

    @Test
    void areInTheDefaultFolderForAllDataDirectoriesOfAUser() throws IOException {
        Path home = Files.createDirectory(folder.resolve("home"));

        assertThat(binaries(home, folder.resolve("one"))).isEqualTo(binaries(home, folder.resolve("two")));
        assertThat(binaries(home, folder.resolve("one"))).isEqualTo(home.resolve("throughline/binaries"));
    }

    @Test
    void areInAFolderThatNoOtherUserCanWrite() throws IOException {
        Path home = Files.createDirectory(folder.resolve("home"));
        Path root = Files.createDirectory(home.resolve("throughline"));
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));

        binaries(home, folder.resolve("data"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root)))
                .isEqualTo("rwx------");
    }

    @Test
    void areBesideTheDataWhereTheDefaultFolderCannotBeMade() throws IOException {
        Path home = Files.createFile(folder.resolve("a file"));

        assertThat(binaries(home, folder.resolve("data"))).isEqualTo(folder.resolve("data/binaries"));
    }

    private static Path binaries(Path home, Path data) {
        return Database.binaries(Map.of("XDG_DATA_HOME", home.toString(), "THROUGHLINE_DATA_DIR", data.toString()));
    }
}
