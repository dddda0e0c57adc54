package dev.throughline.run;

import dev.throughline.trace.PlantedItem;
import java.util.List;
import java.util.Optional;

/// Facts about an answer that are known only once it has ended: a real backend's output and its anomalies.
///
/// @param items what must be returned by the client; empty if recorded before the answer began (the stub)
/// @param contentHash fingerprint of the visible answer; empty if recorded before, or if the answer is unfinished
/// @param reasoningDetails the reasoning details that the backend expects back, as JSON text
/// @param passed number of bytes passed, for an exchange whose bodies are passed through as bytes
public record AnswerOutcome(
        List<PlantedItem> items,
        String contentHash,
        List<RecordedAnomaly> anomalies,
        Optional<String> reasoningDetails,
        Optional<PassedBytes> passed) {
    /// An outcome that adds nothing to what was recorded at the start.
    public static final AnswerOutcome NOTHING = new AnswerOutcome(List.of(), "", List.of());

    public AnswerOutcome {
        items = List.copyOf(items);
        anomalies = List.copyOf(anomalies);
    }

    /// The outcome of an answer whose content is recorded.
    public AnswerOutcome(List<PlantedItem> items, String contentHash, List<RecordedAnomaly> anomalies) {
        this(items, contentHash, anomalies, Optional.empty(), Optional.empty());
    }

    /// Bytes of an exchange's bodies that passed between client and backend.
    public record PassedBytes(long request, long answer) {}
}
