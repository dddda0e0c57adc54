package dev.throughline.matrix;

import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Selects cells; all conditions must hold. Of runs of a stub that answered as a vendor only the capability ACCEPTED is
/// among them, unless the vendor is a condition: a refusal ends a conversation, so that little else is seen there.
///
/// @param axes the required value of each filtered axis
/// @param capabilities any of them; empty for all
/// @param statuses any of them; empty for all
/// @param product matches on any side: as client, gateway or backend
/// @param minConfidence minimum confidence
/// @param hasTraffic whether cells of live traffic are among them
public record CellFilter(
        Map<Axis, String> axes,
        Set<Capability> capabilities,
        Set<Status> statuses,
        Optional<String> product,
        Optional<Confidence> minConfidence,
        boolean hasTraffic) {
    public CellFilter {
        axes = Map.copyOf(axes);
        capabilities = Set.copyOf(capabilities);
        statuses = Set.copyOf(statuses);
    }

    /// Every cell of what was measured on purpose.
    public static CellFilter all() {
        return new CellFilter(Map.of(), Set.of(), Set.of(), Optional.empty(), Optional.empty(), false);
    }

    /// The same filter with one more axis.
    public CellFilter with(Axis axis, String value) {
        Map<Axis, String> more = new EnumMap<>(Axis.class);
        more.putAll(axes);
        more.put(axis, value);
        return new CellFilter(more, capabilities, statuses, product, minConfidence, hasTraffic);
    }

    /// The same filter for these capabilities only.
    public CellFilter with(Set<Capability> asked) {
        return new CellFilter(axes, asked, statuses, product, minConfidence, hasTraffic);
    }

    /// The same filter for a product on any side.
    public CellFilter withProduct(String asked) {
        return new CellFilter(axes, capabilities, statuses, Optional.of(asked), minConfidence, hasTraffic);
    }

    /// The same filter, with cells of live traffic.
    public CellFilter withTraffic() {
        return new CellFilter(axes, capabilities, statuses, product, minConfidence, true);
    }

    /// The same filter without the conditions that depend on runs.
    public CellFilter ofKey() {
        return new CellFilter(axes, capabilities, Set.of(), product, Optional.empty(), hasTraffic);
    }

    /// Whether a combination matches all conditions on it.
    public boolean accepts(CellKey key) {
        for (Map.Entry<Axis, String> axis : axes.entrySet()) {
            if (!axis.getKey().of(key).equals(axis.getValue())) {
                return false;
            }
        }
        return (hasTraffic || !key.isTraffic())
                && (product.isEmpty()
                        || CellKeyProducts.of(key)
                                .anyMatch(side -> side.product().equals(product.get())));
    }

    /// Whether a cell matches the conditions that depend on its runs and its capability and not on its key.
    public boolean accepts(Cell cell) {
        return (capabilities.isEmpty() || capabilities.contains(cell.capability()))
                && (cell.key().vendor().isEmpty()
                        || cell.capability() == Capability.ACCEPTED
                        || axes.containsKey(Axis.VENDOR))
                && (statuses.isEmpty() || statuses.contains(cell.status()))
                && minConfidence
                        .filter(least -> cell.confidence().compareTo(least) < 0)
                        .isEmpty();
    }
}
