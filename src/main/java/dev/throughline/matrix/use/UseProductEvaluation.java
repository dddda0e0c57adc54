package dev.throughline.matrix.use;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.matrix.use.UseAnswer.Role;
import dev.throughline.matrix.use.UseReason.Neighbour;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
        VersionScheme scheme,
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
        return scheme.sortKey(what.version())
                .map(this::unmeasured)
                .orElseGet(() -> UseFinding.unknown(new UseReason.UnknownVersion(what, scheme), List.of()));
    }

    private UseFinding unmeasured(String key) {
        TreeMap<String, UseVersionEvaluation> known = known();
        Optional<UseVersionEvaluation> lower =
                Optional.ofNullable(known.lowerEntry(key)).map(Map.Entry::getValue);
        Optional<UseVersionEvaluation> upper =
                Optional.ofNullable(known.higherEntry(key)).map(Map.Entry::getValue);
        UseFinding finding = lower.isPresent() && upper.isPresent()
                ? between(lower.get(), upper.get())
                : UseFinding.unknown(outside(lower, upper), List.of());
        List<Cell> beside = Stream.concat(lower.stream(), upper.stream())
                .flatMap(side -> side.cells().stream())
                .toList();
        return UseFinding.unknown(finding.reason(), beside).as(Role.NEIGHBOUR).answering(finding.answer());
    }

    private UseFinding between(UseVersionEvaluation lower, UseVersionEvaluation upper) {
        boolean isKept = lower.worst().equals(Optional.of(Status.PRESERVED));
        if (isKept != upper.worst().equals(Optional.of(Status.PRESERVED))) {
            return UseFinding.unknown(
                    new UseReason.BetweenVersions(what, neighbour(lower), neighbour(upper), what.version()), List.of());
        }
        UseReason reason = new UseReason.Inferred(what, neighbour(lower), neighbour(upper));
        return limits.refusal(what, oldest(lower, upper), Cell.Confidence.LOW)
                .map(refusal -> UseFinding.unknown(refusal, List.of()))
                .orElseGet(() -> isKept ? UseFinding.yes(reason, List.of()) : UseFinding.no(reason, List.of()));
    }

    private UseReason outside(Optional<UseVersionEvaluation> lower, Optional<UseVersionEvaluation> upper) {
        return claims.stream()
                .filter(claim -> claim.status().isPresent())
                .findFirst()
                .<UseReason>map(claim -> new UseReason.OnlyClaimed(what, claim))
                .orElseGet(() -> new UseReason.Untested(
                        what, lower.map(UseProductEvaluation::neighbour), upper.map(UseProductEvaluation::neighbour)));
    }

    /// The versions with a conclusive measurement, in their order.
    private TreeMap<String, UseVersionEvaluation> known() {
        Map<String, List<Cell>> byVersion = cells.stream().collect(Collectors.groupingBy(versionOf));
        TreeMap<String, UseVersionEvaluation> known = new TreeMap<>();
        byVersion.forEach((version, found) -> {
            var measured = new UseVersionEvaluation(new Versioned(what.product(), version), found);
            if (measured.worst().isPresent()) {
                scheme.sortKey(version).ifPresent(key -> known.put(key, measured));
            }
        });
        return known;
    }

    private static Neighbour neighbour(UseVersionEvaluation measured) {
        return new Neighbour(measured.what().version(), measured.worst().orElseThrow());
    }

    private static Instant oldest(UseVersionEvaluation lower, UseVersionEvaluation upper) {
        return Stream.of(lower, upper)
                .flatMap(side -> side.cells().stream())
                .map(Cell::lastMeasured)
                .min(Instant::compareTo)
                .orElseThrow();
    }
}
