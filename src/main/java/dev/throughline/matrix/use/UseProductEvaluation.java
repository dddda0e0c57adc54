package dev.throughline.matrix.use;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.CellKeyProducts;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.matrix.use.UseAnswer.Role;
import dev.throughline.matrix.use.UseReason.Neighbor;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Evaluates one capability of one product from the cells of all its versions.
///
/// @param what the version in question
/// @param versionOf the product's version in a cell
/// @param claims those about this version and capability
record UseProductEvaluation(
        Versioned what,
        ReleaseHistory releases,
        List<Cell> cells,
        Function<Cell, String> versionOf,
        List<Claim> claims,
        UseLimits limits) {
    UseFinding finding() {
        List<Cell> measured = cells.stream()
                .filter(cell -> versionOf.apply(cell).equals(what.version()))
                .toList();
        if (!measured.isEmpty()) {
            return new UseVersionEvaluation(what, measured).finding(limits);
        }
        return releases.scheme()
                .sortKey(what.version())
                .map(_ -> unmeasured())
                .orElseGet(() -> UseFinding.unknown(new UseReason.UnknownVersion(what, releases.scheme()), List.of()));
    }

    /// Status implied by the nearest measured versions, for each combination in which one of them was measured.
    private UseFinding unmeasured() {
        Map<CellKey, Map<String, UseVersionEvaluation>> combinations = combinations();
        List<String> all = combinations.values().stream()
                .flatMap(versions -> versions.keySet().stream())
                .distinct()
                .toList();
        List<String> nearest = Stream.concat(
                        releases.nearestBefore(what.version(), all).stream(),
                        releases.nearestAfter(what.version(), all).stream())
                .toList();
        return combinations.values().stream()
                .filter(versions -> nearest.stream().anyMatch(versions::containsKey))
                .map(this::inferred)
                .reduce(UseFinding::and)
                .orElseGet(() -> UseFinding.unknown(untested(Optional.empty(), Optional.empty()), List.of()));
    }

    /// @param versions those with a conclusive measurement in one combination
    private UseFinding inferred(Map<String, UseVersionEvaluation> versions) {
        Optional<UseVersionEvaluation> lower =
                releases.nearestBefore(what.version(), versions.keySet()).map(versions::get);
        Optional<UseVersionEvaluation> upper =
                releases.nearestAfter(what.version(), versions.keySet()).map(versions::get);
        UseFinding finding = lower.isPresent() && upper.isPresent()
                ? between(lower.get(), upper.get(), versions)
                : UseFinding.unknown(untested(lower, upper), List.of());
        List<Cell> beside = Stream.concat(lower.stream(), upper.stream())
                .flatMap(side -> side.cells().stream())
                .toList();
        return UseFinding.unknown(finding.reason(), beside).as(Role.NEIGHBOR).answering(finding.answer());
    }

    private UseFinding between(
            UseVersionEvaluation lower, UseVersionEvaluation upper, Map<String, UseVersionEvaluation> versions) {
        Optional<UseVersionEvaluation> contradiction = Stream.concat(
                        Stream.of(upper),
                        versions.values().stream()
                                .filter(other ->
                                        releases.mayBeWithin(lower.version(), other.version(), upper.version())))
                .filter(other -> other.isKept() != lower.isKept())
                .findFirst();
        if (contradiction.isPresent()) {
            return UseFinding.unknown(
                    new UseReason.BetweenVersions(what, neighbor(lower), neighbor(contradiction.get()), what.version()),
                    List.of());
        }
        boolean isBetween = releases.isBefore(lower.version(), what.version())
                && releases.isBefore(what.version(), upper.version());
        if (!isBetween || !releases.isClose(lower.version(), upper.version())) {
            return UseFinding.unknown(untested(Optional.of(lower), Optional.of(upper)), List.of());
        }
        UseReason reason = new UseReason.Inferred(what, neighbor(lower), neighbor(upper));
        return limits.refusal(what, oldest(lower, upper), Cell.Confidence.LOW)
                .map(refusal -> UseFinding.unknown(refusal, List.of()))
                .orElseGet(() -> lower.isKept() ? UseFinding.yes(reason, List.of()) : UseFinding.no(reason, List.of()));
    }

    private UseReason untested(Optional<UseVersionEvaluation> lower, Optional<UseVersionEvaluation> upper) {
        return claims.stream()
                .filter(claim -> claim.status().isPresent())
                .findFirst()
                .<UseReason>map(claim -> new UseReason.OnlyClaimed(what, claim))
                .orElseGet(() -> new UseReason.Untested(
                        what, lower.map(UseProductEvaluation::neighbor), upper.map(UseProductEvaluation::neighbor)));
    }

    /// The versions with a conclusive measurement, by what is the same for all of them but the packages.
    private Map<CellKey, Map<String, UseVersionEvaluation>> combinations() {
        Map<CellKey, Map<String, List<Cell>>> grouped = cells.stream()
                .filter(cell -> cell.votes() > 0)
                .collect(Collectors.groupingBy(
                        cell -> CellKeyProducts.withoutVersion(cell.key(), what.product()),
                        LinkedHashMap::new,
                        Collectors.groupingBy(versionOf)));
        Map<CellKey, Map<String, UseVersionEvaluation>> combinations = new LinkedHashMap<>();
        grouped.forEach((key, versions) -> {
            Map<String, UseVersionEvaluation> evaluated = new LinkedHashMap<>();
            versions.forEach((version, found) ->
                    evaluated.put(version, new UseVersionEvaluation(new Versioned(what.product(), version), found)));
            combinations.put(key, evaluated);
        });
        return combinations;
    }

    private static Neighbor neighbor(UseVersionEvaluation measured) {
        return new Neighbor(measured.version(), measured.worst().orElseThrow());
    }

    private static Instant oldest(UseVersionEvaluation lower, UseVersionEvaluation upper) {
        return Stream.of(lower, upper)
                .flatMap(side -> side.cells().stream())
                .map(Cell::lastMeasured)
                .min(Instant::compareTo)
                .orElseThrow();
    }
}
