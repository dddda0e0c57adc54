package dev.throughline.export;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FileNameTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "throughline-1-a.html | throughline-1-a.html",
                "../../etc/passwd     | etc_passwd",
                "a\"; x=\"b.csv       | a_x_b.csv",
                ".hidden              | hidden",
                "a..b                 | a.b",
                "///                  | export"
            })
    void keepsOnlyWhatIsSafeInANameOnEverySystem(String name, String safe) {
        assertThat(FileName.safe(name)).isEqualTo(safe);
        assertThat(FileName.disposition(FileKind.JUNIT, name)).isEqualTo("attachment; filename=\"" + safe + ".xml\"");
    }
}
