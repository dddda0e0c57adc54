package dev.throughline.matrix;

import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Compares two sets of cells, combination by combination.
public final class CellComparison {
    private CellComparison() {}

    /// How the status of a combination changed.
    public enum Change {
        /// Measured on the second side only.
        APPEARED,
        /// Measured on the first side only.
        DISAPPEARED,
        BETTER,
        WORSE,
        /// Different, but neither better nor worse: one scope improved while another got worse, or the runs
        /// of one side did not vote.
        OTHER,
        SAME
    }

    /// One combination on both sides; at least one side is present.
    /// @param key the key of both; a version that is compared is empty in it
    public record Difference(
            CellKey key, Capability capability, Optional<Cell> from, Optional<Cell> to, Change change) {}

    /// Compares two versions of a product.
    /// @param from cells with one version
    /// @param to cells with the other
    public static List<Difference> ofVersions(String product, List<Cell> from, List<Cell> to) {
        return of(
                NewestPackages.of(from),
                NewestPackages.of(to),
                cell -> CellKeyProducts.withoutVersion(cell.key(), product));
    }

    /// Compares the matrix at two points in time.
    public static List<Difference> ofMoments(List<Cell> from, List<Cell> to) {
        return of(from, to, Cell::key);
    }

    private static List<Difference> of(List<Cell> from, List<Cell> to, Function<Cell, CellKey> common) {
        Map<Combination, Cell> before = byCombination(from, common);
        Map<Combination, Cell> after = byCombination(to, common);
        Set<Combination> all = new LinkedHashSet<>(before.keySet());
        all.addAll(after.keySet());
        List<Difference> differences = new ArrayList<>();
        for (Combination one : all) {
            Optional<Cell> first = Optional.ofNullable(before.get(one));
            Optional<Cell> second = Optional.ofNullable(after.get(one));
            differences.add(new Difference(one.key(), one.capability(), first, second, change(first, second)));
        }
        return differences;
    }

    private static Map<Combination, Cell> byCombination(List<Cell> cells, Function<Cell, CellKey> common) {
        Map<Combination, Cell> byCombination = new LinkedHashMap<>();
        cells.forEach(cell -> byCombination.put(new Combination(common.apply(cell), cell.capability()), cell));
        return byCombination;
    }

    private static Change change(Optional<Cell> from, Optional<Cell> to) {
        if (from.isEmpty()) {
            return Change.APPEARED;
        }
        return to.isEmpty() ? Change.DISAPPEARED : change(from.get(), to.get());
    }

    private static Change change(Cell from, Cell to) {
        if (from.status() == to.status()
                && from.withinTurn() == to.withinTurn()
                && from.acrossTurns() == to.acrossTurns()) {
            return Change.SAME;
        }
        if (from.votes() == 0 || to.votes() == 0) {
            return Change.OTHER;
        }
        List<Integer> directions = List.of(
                direction(from.status(), to.status()),
                direction(from.withinTurn(), to.withinTurn()),
                direction(from.acrossTurns(), to.acrossTurns()));
        boolean isUp = directions.stream().anyMatch(direction -> direction > 0);
        boolean isDown = directions.stream().anyMatch(direction -> direction < 0);
        if (isUp == isDown) {
            return Change.OTHER;
        }
        return isUp ? Change.BETTER : Change.WORSE;
    }

    /// Positive if the second is better. An inconclusive status is neither better nor worse than any.
    private static int direction(Status from, Status to) {
        int before = rank(from);
        int after = rank(to);
        return before < 0 || after < 0 ? 0 : Integer.compare(after, before);
    }

    private static int rank(Status status) {
        return switch (status) {
            case BROKEN -> 0;
            case PARTIAL -> 1;
            case UNSUPPORTED -> 2;
            case PRESERVED -> 3;
            case INCONCLUSIVE, NOT_EXERCISED, ERROR -> -1;
        };
    }

    private record Combination(CellKey key, Capability capability) {}
}
