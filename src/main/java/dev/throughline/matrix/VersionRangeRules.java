package dev.throughline.matrix;

import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Computes the version ranges of a product over which a status holds, per combination of the other axes.
///
/// Computed on reading and never stored. Versions are merged only if their statuses are equal, no tested version is
/// between them, and `ReleaseHistory` holds them close. A version none of whose runs voted counts as not tested. Of a
/// version measured with several packages, those measured last count.
public final class VersionRangeRules {
    private VersionRangeRules() {}

    /// The versions of a product under one combination of everything else.
    ///
    /// @param key the combination; the product's own version in it is empty
    /// @param ranges oldest first
    /// @param boundaries between neighboring ranges of different status, unless the second is known not to be newer
    /// @param unclear versions none of whose runs voted, oldest first
    /// @param untestedAfter releases that follow the last tested one
    /// @param newest the last of them
    public record Track(
            CellKey key,
            Capability capability,
            List<Range> ranges,
            List<Boundary> boundaries,
            List<String> unclear,
            int untestedAfter,
            Optional<String> newest) {
        public Track {
            ranges = List.copyOf(ranges);
            boundaries = List.copyOf(boundaries);
            unclear = List.copyOf(unclear);
        }
    }

    /// Tested versions of equal status with no other tested one between them.
    ///
    /// @param cells one per tested version, oldest first; at least one
    /// @param untested releases between the first and the last that were not measured
    public record Range(Status status, List<TestedVersion> cells, int untested) {
        public Range {
            cells = List.copyOf(cells);
        }

        /// The oldest tested version.
        public String from() {
            return cells.getFirst().version();
        }

        /// The newest tested version.
        public String to() {
            return cells.getLast().version();
        }

        /// The confidence of its weakest cell.
        public Cell.Confidence confidence() {
            return cells.stream()
                    .map(tested -> tested.cell().confidence())
                    .min(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    /// A version of the product with its cell.
    public record TestedVersion(String version, Cell cell) {}

    /// A change of status: above `lower`, and in `upper` at the latest.
    ///
    /// @param untested releases between the two
    /// @param tryNext those of them to measure next: the middle one first, then the middles of both halves
    public record Boundary(TestedVersion lower, TestedVersion upper, int untested, List<String> tryNext) {
        public Boundary {
            tryNext = List.copyOf(tryNext);
        }

        /// `between 1.1.34 and 1.1.53`.
        public String words() {
            return "between " + lower.version() + " and " + upper.version();
        }
    }

    /// The ranges of a product.
    /// @param cells any; those without the product are ignored
    public static List<Track> of(Product product, List<Cell> cells, ReleaseHistory releases) {
        Map<Combination, List<TestedVersion>> combinations = new LinkedHashMap<>();
        for (Cell cell : NewestPackages.of(cells)) {
            CellKeyProducts.version(cell.key(), product.id())
                    .ifPresent(version -> combinations
                            .computeIfAbsent(
                                    new Combination(
                                            CellKeyProducts.withoutVersion(cell.key(), product.id()),
                                            cell.capability()),
                                    _ -> new ArrayList<>())
                            .add(new TestedVersion(version, cell)));
        }
        return combinations.entrySet().stream()
                .map(entry -> track(releases, entry.getKey(), entry.getValue()))
                .toList();
    }

    record Combination(CellKey key, Capability capability) {}

    private static Track track(ReleaseHistory releases, Combination combination, List<TestedVersion> measured) {
        List<TestedVersion> sorted = measured.stream()
                .sorted(Comparator.comparing(TestedVersion::version, releases.order()))
                .toList();
        List<TestedVersion> tested =
                sorted.stream().filter(one -> one.cell().votes() > 0).toList();
        List<String> unclear = sorted.stream()
                .filter(one -> one.cell().votes() == 0)
                .map(TestedVersion::version)
                .toList();
        List<Range> ranges = ranges(releases, tested);
        List<String> after =
                tested.isEmpty() ? List.of() : releases.after(tested.getLast().version());
        return new Track(
                combination.key(),
                combination.capability(),
                ranges,
                boundaries(releases, ranges, unclear),
                unclear,
                after.size(),
                after.isEmpty() ? Optional.empty() : Optional.of(after.getLast()));
    }

    private static List<Range> ranges(ReleaseHistory releases, List<TestedVersion> tested) {
        List<Range> ranges = new ArrayList<>();
        int from = 0;
        for (int to = 1; to <= tested.size(); to++) {
            if (to == tested.size() || !isOneRange(releases, tested.get(to - 1), tested.get(to))) {
                ranges.add(range(releases, tested.subList(from, to)));
                from = to;
            }
        }
        return ranges;
    }

    private static boolean isOneRange(ReleaseHistory releases, TestedVersion one, TestedVersion next) {
        return status(one) == status(next)
                && (one.version().equals(next.version()) || releases.isClose(one.version(), next.version()));
    }

    private static Range range(ReleaseHistory releases, List<TestedVersion> cells) {
        List<String> measured = cells.stream().map(TestedVersion::version).toList();
        long untested = releases.between(measured.getFirst(), measured.getLast()).stream()
                .filter(version -> !measured.contains(version))
                .count();
        return new Range(status(cells.getFirst()), cells, Math.toIntExact(untested));
    }

    private static List<Boundary> boundaries(ReleaseHistory releases, List<Range> ranges, List<String> unclear) {
        List<Boundary> boundaries = new ArrayList<>();
        for (int i = 1; i < ranges.size(); i++) {
            TestedVersion lower = ranges.get(i - 1).cells().getLast();
            TestedVersion upper = ranges.get(i).cells().getFirst();
            if (status(lower) == status(upper) || !releases.mayPrecede(lower.version(), upper.version())) {
                continue;
            }
            List<String> between = releases.between(lower.version(), upper.version());
            List<String> fresh = between.stream()
                    .filter(version -> !unclear.contains(version))
                    .toList();
            boundaries.add(new Boundary(lower, upper, between.size(), middles(fresh.isEmpty() ? between : fresh)));
        }
        return boundaries;
    }

    private static Status status(TestedVersion tested) {
        return tested.cell().status();
    }

    private static List<String> middles(List<String> versions) {
        if (versions.isEmpty()) {
            return List.of();
        }
        int middle = versions.size() / 2;
        List<String> tries = new ArrayList<>(List.of(versions.get(middle)));
        for (List<String> half : List.of(versions.subList(0, middle), versions.subList(middle + 1, versions.size()))) {
            if (!half.isEmpty()) {
                tries.add(half.get(half.size() / 2));
            }
        }
        return tries;
    }
}
