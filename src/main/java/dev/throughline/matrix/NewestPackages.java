package dev.throughline.matrix;

import dev.throughline.verdict.Capability;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Selects what a user of clients that load the newest packages gets today: of cells that differ in nothing but the
/// packages, the one measured last counts. One that voted precedes all that did not.
public final class NewestPackages {
    private static final Comparator<Cell> LATEST =
            Comparator.comparing((Cell cell) -> cell.votes() > 0).thenComparing(Cell::lastMeasured);

    private NewestPackages() {}

    private record Combination(CellKey key, Capability capability) {}

    /// The cells that count, in the order in which they were.
    public static List<Cell> of(Collection<Cell> cells) {
        Map<Combination, Cell> newest = new LinkedHashMap<>();
        cells.forEach(cell -> newest.merge(
                new Combination(cell.key().with(Axis.SDK, ""), cell.capability()),
                cell,
                (one, other) -> LATEST.compare(one, other) < 0 ? other : one));
        return List.copyOf(newest.values());
    }
}
