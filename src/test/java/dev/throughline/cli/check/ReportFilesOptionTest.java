package dev.throughline.cli.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ReportFilesOptionTest {
    @TempDir
    private Path folder;

    @Test
    void aFileIsNamedFromTheRootOfItsRepository() throws IOException {
        Files.createDirectories(folder.resolve(".git"));
        Path file = folder.resolve("ci/a report/client.sarif");

        assertThat(ReportFilesOption.inRepository(file)).isEqualTo("ci/a%20report/client.sarif");
    }

    @Test
    void aFileOutsideEveryRepositoryIsNamedAlone() {
        assertThat(ReportFilesOption.inRepository(folder.resolve("report.sarif")))
                .isEqualTo("report.sarif");
    }
}
