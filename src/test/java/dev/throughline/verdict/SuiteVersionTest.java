package dev.throughline.verdict;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SuiteVersionTest {
    @ParameterizedTest
    @CsvSource({"1.0.0,0", "1.1.0,1", "2.13.4,13", ",0", "'',0", "1.2,0", "1.x.0,0", "1.9999999999.0,0"})
    void readsTheMinorVersion(String version, int minor) {
        assertThat(SuiteVersion.minor(version)).isEqualTo(minor);
    }
}
