package dev.throughline.trace;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the record says of a request's observations: those of the request before it, with the changes.
/// @param byItem in the order of the items
record RebuiltObservations(Map<ItemPosition, Observation> byItem) {

    /// @param earlier those of the requests before it, by number
    static RebuiltObservations of(TraceResult traced, Map<Integer, RebuiltObservations> earlier) {
        ObservationChanges changes = traced.changes();
        Map<ItemPosition, Observation> byItem = new TreeMap<>();
        if (!changes.isWhole()) {
            byItem.putAll(earlier.get(traced.link().parent().orElseThrow()).byItem());
        }
        changes.ended().forEach(byItem::remove);
        changes.made().forEach(one -> byItem.put(one.item(), one));
        return new RebuiltObservations(byItem);
    }

    List<Observation> all() {
        return List.copyOf(byItem.values());
    }
}
