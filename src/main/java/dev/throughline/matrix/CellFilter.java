package dev.throughline.matrix;

import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which cells are asked for; all conditions hold.
///
/// @param axes the value of each axis that is asked for
/// @param capabilities any of them; empty for all
/// @param statuses any of them; empty for all
/// @param product takes part on any side: as client, gateway or backend
/// @param minConfidence at least so much
public record CellFilter(
        Map<Axis, String> axes,
        Set<Capability> capabilities,
        Set<Status> statuses,
        Optional<String> product,
        Optional<Confidence> minConfidence) {
    public CellFilter {
        axes = Map.copyOf(axes);
        capabilities = Set.copyOf(capabilities);
        statuses = Set.copyOf(statuses);
    }

    /// Every cell.
    public static CellFilter all() {
        return new CellFilter(Map.of(), Set.of(), Set.of(), Optional.empty(), Optional.empty());
    }

    /// The same with one more axis.
    public CellFilter with(Axis axis, String value) {
        Map<Axis, String> more = new EnumMap<>(Axis.class);
        more.putAll(axes);
        more.put(axis, value);
        return new CellFilter(more, capabilities, statuses, product, minConfidence);
    }

    /// The same for these capabilities only.
    public CellFilter with(Set<Capability> asked) {
        return new CellFilter(axes, asked, statuses, product, minConfidence);
    }

    /// The same for a product on any side.
    public CellFilter withProduct(String asked) {
        return new CellFilter(axes, capabilities, statuses, Optional.of(asked), minConfidence);
    }

    /// Whether what only the runs say, and not the key, is as asked for.
    public boolean accepts(Cell cell) {
        return (capabilities.isEmpty() || capabilities.contains(cell.capability()))
                && (statuses.isEmpty() || statuses.contains(cell.status()))
                && minConfidence
                        .filter(least -> cell.confidence().compareTo(least) < 0)
                        .isEmpty();
    }
}
