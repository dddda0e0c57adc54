package dev.throughline.harness.recipe;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class VersionRangeTest {

    @ParameterizedTest(name = "{0} in {1}: {2}")
    @CsvSource({
        "1.1.34, <=1.1.40, true",
        "1.1.53, <=1.1.40, false",
        "1.0.0, >=1.1.0 <=1.1.40, false",
        "1.1.0, >=1.1.0 <=1.1.40, true",
        "1.10.0, >1.9.9, true",
        "0.5.29, <1.0.0, true",
        "1.0.0-beta.1, <1.0.0, true",
        "1.0.0, =1.0.0, true",
        "2.1, =2.1.0, true"
    })
    void comparesByNumbers(String version, String range, boolean holds) {
        assertThat(VersionRange.parse(range).holds(version)).isEqualTo(holds);
    }

    @Test
    void saysWhatAConditionLooksLike() {
        assertThatThrownBy(() -> VersionRange.parse("1.2.x")).hasMessageContaining(">=1.2.0 was expected");
    }
}
