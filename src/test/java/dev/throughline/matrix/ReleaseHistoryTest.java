package dev.throughline.matrix;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReleaseHistoryTest {
    /// `1.0.0=2026-01-31 …`, dates of midnight.
    static ReleaseHistory history(String releases) {
        Map<String, Instant> published = new LinkedHashMap<>();
        for (String release : releases.split(" ")) {
            String[] parts = release.split("=");
            published.put(parts[0], Instant.parse(parts[1] + "T00:00:00Z"));
        }
        return new ReleaseHistory(VersionScheme.SEMVER, published);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "45 days, 1.0.0=2026-01-01 1.2.0=2026-02-15, true",
        "46 days, 1.0.0=2026-01-01 1.2.0=2026-02-16, false",
        "another major, 1.0.0=2026-01-01 2.0.0=2026-01-02, false",
        "another minor below 1.0, 0.4.9=2026-01-01 0.5.0=2026-01-02, false",
        "the same minor below 1.0, 0.4.1=2026-01-01 0.4.2=2026-01-02, true",
        "a backport, 1.2.0=2026-01-01 1.1.9=2026-01-02, false",
        "published later with the lower number, 1.0.0=2026-01-02 1.1.0=2026-01-01, false",
        "a pre-release, 1.0.0=2026-01-01 1.1.0-beta.1=2026-01-02, false",
        "the same moment, 1.0.0=2026-01-01 1.0.1=2026-01-01, false"
    })
    void isCloseOnlyWithinALineAndAMonthAndAHalf(String name, String releases, boolean isClose) {
        String[] versions = releases.split("[= ]");

        assertThat(history(releases).isClose(versions[0], versions[2])).isEqualTo(isClose);
    }

    @Test
    void twentyReleasesApartIsCloseAndTwentyOneIsNot() {
        StringBuilder releases = new StringBuilder("1.0.0=2026-01-01");
        for (int number = 1; number <= 21; number++) {
            releases.append(" 1.0.")
                    .append(number)
                    .append("=2026-01-")
                    .append(number + 1 < 10 ? "0" : "")
                    .append(number + 1);
        }
        ReleaseHistory history = history(releases.toString());

        assertThat(history.isClose("1.0.0", "1.0.20")).isTrue();
        assertThat(history.isClose("1.0.0", "1.0.21")).isFalse();
    }

    @Test
    void aVersionWithoutADateIsNotKnownToPrecedeOrToBeClose() {
        ReleaseHistory history = history("1.0.0=2026-01-01 1.0.2=2026-01-03");

        assertThat(history.isBefore("1.0.0", "1.0.1")).isFalse();
        assertThat(history.isBefore("1.0.1", "1.0.2")).isFalse();
        assertThat(history.mayPrecede("1.0.0", "1.0.1")).isTrue();
        assertThat(history.mayPrecede("1.0.0", "2.0.1")).isFalse();
        assertThat(history.nearestBefore("1.0.1", List.of("0.9.0", "1.0.0"))).contains("1.0.0");
        assertThat(history.mayBeWithin("1.0.0", "1.0.1", "1.0.2")).isTrue();
        assertThat(history.isClose("1.0.0", "1.0.1")).isFalse();
    }

    @Test
    void theNearestOfALineGoByTheTimeOfPublication() {
        ReleaseHistory history =
                history("1.4.0=2026-01-01 2.0.0=2026-01-02 1.4.1=2026-01-03 2.0.1=2026-01-04 2.1.0=2026-01-05");
        List<String> measured = List.of("1.4.0", "1.4.1", "2.0.0", "2.1.0");

        assertThat(history.nearestBefore("2.0.1", measured)).contains("2.0.0");
        assertThat(history.nearestAfter("2.0.1", measured)).contains("2.1.0");
        assertThat(history.nearestBefore("2.0.0", measured)).isEmpty();
        assertThat(history.between("1.4.0", "2.1.0")).containsExactly("1.4.1", "2.0.0", "2.0.1");
        assertThat(history.between("2.0.0", "1.4.1")).isEmpty();
        assertThat(measured.stream().sorted(history.order().reversed()))
                .containsExactly("2.1.0", "2.0.0", "1.4.1", "1.4.0");
    }
}
