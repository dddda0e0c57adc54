package dev.throughline.matrix.api;

import dev.throughline.export.Tone;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.api.MatrixCell.ReportedClaim;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// Wording about cells shared by all formats for people.
public final class CellWords {
    private CellWords() {}

    /// The subject under test: the client, or the backend if it was checked by itself.
    public static String subject(MatrixCell cell) {
        if (cell.client() != null) {
            return cell.client().label();
        }
        return cell.backend() == null ? "the stub" : cell.backend().label();
    }

    /// The product and version under test of a combination.
    public static String subject(Combination combination) {
        if (combination.client() != null) {
            return combination.client().label();
        }
        return combination.backend() == null
                ? "the stub"
                : combination.backend().label();
    }

    /// The product under test, without its version.
    public static String product(MatrixCell cell) {
        if (cell.client() != null) {
            return cell.client().product();
        }
        return cell.backend() == null ? "stub" : cell.backend().product();
    }

    /// The combination without the subject under test and the capability.
    public static String setting(MatrixCell cell) {
        return String.join(", ", settings(cell));
    }

    /// The same, as separate parts.
    public static List<String> settings(MatrixCell cell) {
        return settings(cell.combination());
    }

    /// The parts of a combination without the subject under test.
    public static List<String> settings(Combination combination) {
        List<String> parts = new ArrayList<>();
        for (Axis axis : Axis.values()) {
            if (!axis.label().isEmpty()) {
                add(parts, axis.label(), axis.of(combination.key()));
            }
        }
        parts.add(
                combination.dialectIn().equals(combination.dialectOut())
                        ? combination.dialectIn()
                        : combination.dialectIn() + " to " + combination.dialectOut());
        parts.add("policy " + combination.policy());
        parts.add(combination.scenario());
        parts.add(combination.streaming());
        if (combination.gateway() != null) {
            parts.add("through " + combination.gateway().label());
        }
        if (combination.client() != null && combination.backend() != null) {
            parts.add("with " + combination.backend().label());
        }
        add(parts, "template", combination.template() == null ? "" : shortened(combination.template()));
        parts.add("suite " + combination.suite());
        return parts;
    }

    private static void add(List<String> parts, String name, String value) {
        if (!value.isEmpty()) {
            parts.add(name + " " + value);
        }
    }

    private static String shortened(String digest) {
        return digest.substring(0, Math.min(12, digest.length()));
    }

    /// `opencode@0.3.0 reported BROKEN on 2026-01-24 (disputed): …`.
    public static String claim(ReportedClaim claim) {
        String product = claim.version() == null ? claim.product() : claim.product() + "@" + claim.version();
        return product + " reported " + Objects.toString(claim.status(), "UNTESTED") + " on " + claim.reported()
                + (claim.disputed() ? " (disputed)" : "") + ": " + claim.text() + " [" + claim.source() + "]";
    }

    public static String counts(Map<Status, Integer> counts) {
        return counts.entrySet().stream()
                .map(count -> count.getValue() + " " + words(count.getKey()))
                .collect(Collectors.joining(", "));
    }

    /// A status in lower case, with spaces.
    public static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /// A sign that repeats a status where its word would be too long, so that color is not the only distinction.
    public static String glyph(Status status) {
        return switch (status) {
            case PRESERVED -> "✓";
            case BROKEN -> "✕";
            case ERROR -> "!";
            case PARTIAL -> "½";
            case INCONCLUSIVE -> "?";
            case NOT_EXERCISED, UNSUPPORTED -> "–";
        };
    }

    public static Tone tone(Status status) {
        return switch (status) {
            case PRESERVED -> Tone.GOOD;
            case BROKEN, ERROR -> Tone.BAD;
            case PARTIAL, INCONCLUSIVE -> Tone.WARN;
            case NOT_EXERCISED, UNSUPPORTED -> Tone.NONE;
        };
    }
}
