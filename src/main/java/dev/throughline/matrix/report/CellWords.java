package dev.throughline.matrix.report;

import dev.throughline.export.Tone;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// Wording about cells shared by all formats for people.
final class CellWords {
    private CellWords() {}

    /// The subject under test: the client, or the backend if it was checked by itself.
    static String subject(MatrixCell cell) {
        if (cell.client() != null) {
            return cell.client().label();
        }
        return cell.backend() == null ? "the stub" : cell.backend().label();
    }

    /// The product under test, without its version.
    static String product(MatrixCell cell) {
        if (cell.client() != null) {
            return cell.client().product();
        }
        return cell.backend() == null ? "stub" : cell.backend().product();
    }

    /// The combination without the subject under test and the capability.
    static String setting(MatrixCell cell) {
        return String.join(", ", settings(cell));
    }

    /// The same, as separate parts.
    static List<String> settings(MatrixCell cell) {
        List<String> parts = new ArrayList<>();
        add(parts, "variant", cell.variant());
        add(parts, "packages", cell.sdk());
        add(parts, "reasoning in", cell.reasoningField());
        add(parts, "model", cell.model());
        parts.add(
                cell.dialectIn().equals(cell.dialectOut())
                        ? cell.dialectIn()
                        : cell.dialectIn() + " to " + cell.dialectOut());
        parts.add("policy " + cell.policy());
        parts.add(cell.scenario());
        parts.add(cell.streaming());
        if (cell.gateway() != null) {
            parts.add("through " + cell.gateway().label());
        }
        if (cell.client() != null && cell.backend() != null) {
            parts.add("with " + cell.backend().label());
        }
        add(parts, "template", cell.template() == null ? "" : shortened(cell.template()));
        parts.add("suite " + cell.suite());
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
    static String claim(ReportedClaim claim) {
        String product = claim.version() == null ? claim.product() : claim.product() + "@" + claim.version();
        return product + " reported " + Objects.toString(claim.status(), "UNTESTED") + " on " + claim.reported()
                + (claim.disputed() ? " (disputed)" : "") + ": " + claim.text() + " [" + claim.source() + "]";
    }

    static String counts(Map<Status, Integer> counts) {
        return counts.entrySet().stream()
                .map(count -> count.getValue() + " " + words(count.getKey()))
                .collect(Collectors.joining(", "));
    }

    /// A status in lower case, with spaces.
    static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static Tone tone(Status status) {
        return switch (status) {
            case PRESERVED -> Tone.GOOD;
            case BROKEN, ERROR -> Tone.BAD;
            case PARTIAL, INCONCLUSIVE -> Tone.WARN;
            case NOT_EXERCISED, UNSUPPORTED -> Tone.NONE;
        };
    }
}
