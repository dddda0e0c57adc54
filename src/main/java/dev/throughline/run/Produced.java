package dev.throughline.run;

import dev.throughline.trace.PlantedItem;
import java.util.List;

/// What is known of an answer only when it is over: what a real backend said, and what was odd about it.
///
/// @param items what must come back; empty where it was written down before the answer began (the stub)
/// @param contentHash fingerprint of the visible answer; empty where it was written down before, or for an unfinished
///     answer
public record Produced(List<PlantedItem> items, String contentHash, List<RecordedAnomaly> anomalies) {
    /// Nothing beyond what was written down at the start.
    public static final Produced NOTHING = new Produced(List.of(), "", List.of());

    public Produced {
        items = List.copyOf(items);
        anomalies = List.copyOf(anomalies);
    }
}
