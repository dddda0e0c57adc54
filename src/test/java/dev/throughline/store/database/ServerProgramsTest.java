package dev.throughline.store.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ServerProgramsTest {
    @TempDir
    Path folder;

    @Test
    void programsAreFoundWhereTheyWereUnpacked() throws IOException {
        Path server = unpacked("PG-1");
        new ServerPrograms(folder).remember(server);

        assertThat(new ServerPrograms(folder).server()).contains(server);
    }

    @Test
    void programsThatAreGoneAreNotFound() throws IOException {
        Path server = unpacked("PG-1");
        new ServerPrograms(folder).remember(server);
        Files.delete(server);

        assertThat(new ServerPrograms(folder).server()).isEmpty();
    }

    @Test
    void programsOfAnotherVersionAreNotFound() throws IOException {
        new ServerPrograms(folder).remember(unpacked("PG-1"));
        Path note = folder.resolve(Files.list(folder)
                .map(file -> file.getFileName().toString())
                .filter(name -> name.startsWith("unpacked-"))
                .findFirst()
                .orElseThrow());
        Files.move(note, folder.resolve("unpacked-0"));

        assertThat(new ServerPrograms(folder).server()).isEmpty();
    }

    @Test
    void programsInAnotherFolderAreNotRemembered() throws IOException {
        new ServerPrograms(folder).remember(Path.of("/elsewhere/PG-1/bin/postgres"));

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whatAKilledStartHadUnpackedIsDeletedAndOtherProgramsStay() throws IOException {
        Path server = unpacked("PG-1");
        Files.createSymbolicLink(server.resolveSibling("postmaster"), Path.of("postgres"));
        Path finished = unpacked("PG-2");
        Files.createFile(folder.resolve("PG-2", ".exists"));

        new ServerPrograms(folder).deleteUnfinished();

        assertThat(folder.resolve("PG-1", "bin")).doesNotExist();
        assertThat(finished).exists();
    }

    @Test
    void whatAnotherServerIsUnpackingStays() throws IOException {
        Path server = unpacked("PG-1");
        try (FileChannel lock = FileChannel.open(
                folder.resolve("PG-1", "epg-lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock();
            new ServerPrograms(folder).deleteUnfinished();
        }

        assertThat(server).exists();
    }

    private Path unpacked(String name) throws IOException {
        Path server = folder.resolve(name, "bin", "postgres");
        Files.createDirectories(server.getParent());
        Files.createFile(server);
        server.toFile().setExecutable(true);
        return server;
    }
}
