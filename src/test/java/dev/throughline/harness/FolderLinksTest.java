package dev.throughline.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class FolderLinksTest {
    @TempDir
    Path folder;

    @Test
    void absoluteLinksFollowAFolderThatMovedAndOthersStay() throws IOException {
        Path before = folder.resolve("1.0.0.new");
        Path now = folder.resolve("1.0.0");
        Files.createDirectories(before.resolve("bin"));
        Files.writeString(before.resolve("program"), "text");
        Files.createSymbolicLink(before.resolve("bin/absolute"), before.resolve("program"));
        Files.createSymbolicLink(before.resolve("bin/relative"), Path.of("../program"));
        Files.createSymbolicLink(before.resolve("bin/elsewhere"), folder);
        Files.move(before, now);

        FolderLinks.follow(before, now);

        assertThat(now.resolve("bin/absolute")).hasContent("text");
        assertThat(now.resolve("bin/relative")).hasContent("text");
        assertThat(now.resolve("bin/elsewhere").toRealPath()).isEqualTo(folder.toRealPath());
    }
}
