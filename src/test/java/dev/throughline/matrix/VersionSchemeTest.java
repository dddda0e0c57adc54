package dev.throughline.matrix;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class VersionSchemeTest {
    private static final List<String> ASCENDING = List.of(
            "0.0.0-0",
            "0.0.1",
            "0.9.9",
            "0.10.0",
            "1.0.0-0",
            "1.0.0-2",
            "1.0.0-10",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-alpha-x",
            "1.0.0-beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0",
            "1.1.34",
            "1.1.53",
            "1.2.27",
            "1.18.33",
            "2.0.0",
            "10.0.0",
            "99999999999999999999.0.0");

    @Test
    void ordersSemanticVersionsByPrecedence() {
        List<String> shuffled = new ArrayList<>(ASCENDING);
        Collections.shuffle(shuffled, new Random(7));

        shuffled.sort(Comparator.comparing(VersionScheme.SEMVER::order));

        assertThat(shuffled).isEqualTo(ASCENDING);
    }

    @ParameterizedTest
    @CsvSource({"1.2.3+build.5,1.2.3", "v1.2.3,1.2.3", "1.2,1.2.0", "1,1.0.0", "01.2.3,1.2.3", "1.0.0-rc.1+b,1.0.0-rc.1"
    })
    void givesVersionsOfEqualPrecedenceTheSameKey(String one, String other) {
        assertThat(VersionScheme.SEMVER.sortKey(one)).isPresent().isEqualTo(VersionScheme.SEMVER.sortKey(other));
    }

    @Test
    void ordersTheSuffixesOfPythonPackages() {
        assertThat(List.of(
                        "0.6.3.dev1",
                        "0.6.3a1",
                        "0.6.3b2",
                        "0.6.3rc1",
                        "0.6.3",
                        "0.6.3.post1",
                        "0.6.3.post10",
                        "0.6.4"))
                .isSortedAccordingTo(Comparator.comparing(VersionScheme.SEMVER::order));
    }

    @Test
    void ordersBuildsByTheirNumber() {
        assertThat(List.of("0.2.7", "0.2.12", "b999", "b4712", "b4713", "b10000", "2026.10.11549", "b11669"))
                .isSortedAccordingTo(Comparator.comparing(VersionScheme.BUILD::order));
        assertThat(VersionScheme.BUILD.sortKey("4712")).isEqualTo(VersionScheme.BUILD.sortKey("b4712"));
    }

    @Test
    void ordersDaysHoweverTheyAreWritten() {
        assertThat(List.of("2025-12-31", "20260124", "2026-01-24.2", "2026-01-24-10", "2026-02-01"))
                .isSortedAccordingTo(Comparator.comparing(VersionScheme.DATE::order));
        assertThat(VersionScheme.DATE.sortKey("2026-01-24")).isEqualTo(VersionScheme.DATE.sortKey("20260124"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "latest", "unknown", "1.2.3.4", "1.2.3-", "1.2.3-a..b", "1.2.3-\u00e4", "-1.0.0", "1.2.3 "})
    void knowsWhatIsNoSemanticVersion(String text) {
        assertThat(VersionScheme.SEMVER.sortKey(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"BUILD,master", "BUILD,bb12", "DATE,2026-13-01", "DATE,2026-0124", "DATE,2025-02-29"})
    void knowsWhatIsNoVersionOfOtherSchemes(VersionScheme scheme, String text) {
        assertThat(scheme.sortKey(text)).isEmpty();
    }

    @Test
    void putsWhatIsNoVersionBeforeAllVersions() {
        assertThat(VersionScheme.SEMVER.order("unknown")).isLessThan(VersionScheme.SEMVER.order("0.0.0-0"));
        assertThat(VersionScheme.SEMVER.order("x".repeat(5_000))).hasSizeLessThan(200);
    }
}
