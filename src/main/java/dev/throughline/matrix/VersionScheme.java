package dev.throughline.matrix;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How the versions of a product are written and ordered.
public enum VersionScheme {
    /// `1.18.33`, `2.0.0-beta.3`; also with fewer numbers, and with the suffixes of Python packages
    /// (`0.6.3.post1`, `0.6.0rc1`). Build metadata is ignored. Source: semver.org 2.0.0, items 9 to 11.
    SEMVER {
        @Override
        public Optional<String> sortKey(String version) {
            return SemanticVersion.parse(version).map(SemanticVersion::sortKey);
        }

        @Override
        public Optional<String> line(String version) {
            return SemanticVersion.parse(version)
                    .filter(parsed -> parsed.prerelease().isEmpty())
                    .map(SemanticVersion::line);
        }
    },
    /// `b4712`: an optional letter and a growing number, which packages may have third (`2026.10.11549`). Other numbers
    /// of packages precede all builds.
    BUILD {
        @Override
        public Optional<String> sortKey(String version) {
            Matcher found = BUILD_NUMBER.matcher(version);
            return found.matches()
                    ? Optional.of(SemanticVersion.sortedNumber(found.group(1)))
                    : SEMVER.sortKey(version).map(key -> SemanticVersion.sortedNumber("0") + " " + key);
        }
    },
    /// `2026-01-24`, `20260124`; if there are several on one day also `2026-01-24.2`.
    DATE {
        @Override
        public Optional<String> sortKey(String version) {
            Matcher found = DAY.matcher(version);
            return found.matches() && isDay(found) ? Optional.of(dated(found)) : Optional.empty();
        }
    };

    private static final Pattern BUILD_NUMBER = Pattern.compile("(?:[A-Za-z]?|\\d{4}\\.\\d{1,2}\\.)(\\d{1,18})");
    private static final Pattern DAY = Pattern.compile("(\\d{4})(-?)(\\d{2})\\2(\\d{2})(?:[-.](\\d{1,18}))?");
    private static final int LONGEST_TEXT = 100;

    /// A text whose character order (by code point) is the order of this scheme's versions; equal for
    /// versions of equal precedence. Empty if the text is not a version of this scheme.
    public abstract Optional<String> sortKey(String version);

    /// The release line of a version, as a text whose character order is that of the lines; a build or a date has but
    /// one. Empty for a pre-release and for a text that is not a version.
    public Optional<String> line(String version) {
        return sortKey(version).map(_ -> "");
    }

    /// The same as `sortKey` for any text: what is not a version sorts before all versions, in character order.
    public String order(String version) {
        return sortKey(version).orElseGet(() -> " " + cut(version));
    }

    private static String cut(String version) {
        return version.codePointCount(0, version.length()) <= LONGEST_TEXT
                ? version
                : version.substring(0, version.offsetByCodePoints(0, LONGEST_TEXT));
    }

    private static boolean isDay(Matcher found) {
        try {
            LocalDate.of(number(found, 1), number(found, 3), number(found, 4));
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static int number(Matcher found, int group) {
        return Integer.parseInt(found.group(group));
    }

    private static String dated(Matcher found) {
        String day = found.group(1) + found.group(3) + found.group(4);
        return found.group(5) == null ? day : day + "." + SemanticVersion.sortedNumber(found.group(5));
    }
}
