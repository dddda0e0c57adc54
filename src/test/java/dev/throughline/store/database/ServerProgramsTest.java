package dev.throughline.store.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private Path unpacked(String name) throws IOException {
        Path server = folder.resolve(name, "bin", "postgres");
        Files.createDirectories(server.getParent());
        Files.createFile(server);
        server.toFile().setExecutable(true);
        return server;
    }
}
