package dev.throughline.matrix.use;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.StatusContrast;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.matrix.use.UseReason.Neighbor;
import dev.throughline.verdict.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Writes a reason as a sentence.
final class UseWording {
    private UseWording() {}

    static String of(UseReason reason) {
        String name = reason.what().label();
        return switch (reason) {
            case UseReason.Measured(Versioned _, int cells, int runs, List<String> fields) ->
                name + " was measured: preserved in " + counted(cells, "cell") + " that rest on " + counted(runs, "run")
                        + (fields.isEmpty() ? "" : " (reasoning in " + String.join(", ", fields) + ")") + ".";
            case UseReason.BrokenIn(Versioned _, StatusContrast found, Cell cell) ->
                name + " was measured: " + found.words() + " (" + cell.key().scenario() + ", "
                        + cell.key().setting() + ": within the turn " + cell.withinTurn() + ", across turns "
                        + cell.acrossTurns() + ").";
            case UseReason.Flaky(Versioned _, Status worst, Map<Status, Integer> counts) ->
                name + " gives different results for the same combination (" + listed(counts) + "); the worst counts: "
                        + worst + ".";
            case UseReason.Inferred(Versioned _, Neighbor lower, Neighbor upper) ->
                name + " was not measured itself; " + lower + " and " + upper + " on both sides agree.";
            case UseReason.BetweenVersions(Versioned _, Neighbor lower, Neighbor upper, String tryNext) ->
                name + " was not measured; the change lies between " + lower.version() + " and " + upper.version()
                        + " (" + lower.status() + " and " + upper.status() + "). Measure " + tryNext + " to know.";
            case UseReason.Untested(Versioned _, Optional<Neighbor> lower, Optional<Neighbor> upper) ->
                untested(name, lower, upper);
            case UseReason.OnlyClaimed(Versioned _, Claim claim) ->
                name + " was not measured; reported on " + claim.reported() + " as "
                        + claim.status().map(Status::name).orElse("untested") + " by " + claim.source() + ".";
            case UseReason.NothingConclusive(Versioned _, Status latest, Map<Status, Integer> counts) ->
                name + " was tested, but every run was inconclusive: " + listed(counts) + ", latest " + latest + ".";
            case UseReason.TooOld(Versioned _, Instant measured, Duration maxAge) ->
                name + " was measured on " + measured.toString().substring(0, 10) + ", longer ago than "
                        + AgeText.written(maxAge) + ".";
            case UseReason.TooLittleConfidence(Versioned _, Cell.Confidence found, Cell.Confidence wanted) ->
                name + " was measured with confidence " + found + "; at least " + wanted + " is required.";
            case UseReason.UnknownVersion(Versioned what, VersionScheme expected) ->
                what.version() + " is not a version of " + what.product() + ": " + example(expected) + " was expected.";
        };
    }

    private static String untested(String name, Optional<Neighbor> lower, Optional<Neighbor> upper) {
        String nearest = lower.isPresent() && upper.isPresent()
                ? " " + lower.get() + " and " + upper.get()
                        + " on both sides are not known to be within 20 releases and 45 days."
                : lower.map(found -> " The nearest version before it that was measured is " + found + ".")
                        .or(() ->
                                upper.map(found -> " The nearest version after it that was measured is " + found + "."))
                        .orElse("");
        return name + " was not measured." + nearest + " Measure it to know.";
    }

    private static String example(VersionScheme scheme) {
        return switch (scheme) {
            case SEMVER -> "a number such as 1.18.33";
            case BUILD -> "a build such as b4712";
            case DATE -> "a date such as 2026-01-24";
        };
    }

    static String listed(Map<Status, Integer> counts) {
        return new TreeMap<>(counts)
                .entrySet().stream()
                        .map(count -> count.getKey() + " " + count.getValue())
                        .collect(Collectors.joining(", "));
    }

    private static String counted(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
