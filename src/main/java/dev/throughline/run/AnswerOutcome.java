package dev.throughline.run;

import dev.throughline.trace.PlantedItem;
import java.util.List;
import java.util.Optional;

/// What is known of an answer only when it is over: what a real backend said, and what was odd about it.
///
/// @param items what must come back; empty where it was written down before the answer began (the stub)
/// @param contentHash fingerprint of the visible answer; empty where it was written down before, or for an unfinished
///     answer
/// @param reasoningDetails what the backend wants back of its reasoning, as JSON text
/// @param passed how much passed, of an exchange whose bodies pass as bytes
public record AnswerOutcome(
        List<PlantedItem> items,
        String contentHash,
        List<RecordedAnomaly> anomalies,
        Optional<String> reasoningDetails,
        Optional<PassedBytes> passed) {
    /// Nothing beyond what was written down at the start.
    public static final AnswerOutcome NOTHING = new AnswerOutcome(List.of(), "", List.of());

    public AnswerOutcome {
        items = List.copyOf(items);
        anomalies = List.copyOf(anomalies);
    }

    /// Of an answer whose words are recorded.
    public AnswerOutcome(List<PlantedItem> items, String contentHash, List<RecordedAnomaly> anomalies) {
        this(items, contentHash, anomalies, Optional.empty(), Optional.empty());
    }
}
