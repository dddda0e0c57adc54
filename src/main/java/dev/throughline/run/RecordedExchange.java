package dev.throughline.run;

import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.repair.Repair;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// An exchange as it is kept.
///
/// @param trace what the tracer keeps of it, with the items of its answer
/// @param repairs what was put back into its request
/// @param dropped JSON pointers of what the translation for its backend did not carry
/// @param backend where it was sent; empty for the stub
/// @param end how it ended, with the anomalies of its answer (the items stand in `trace`); empty while it is under way
public record RecordedExchange(
        RunId run,
        Instant received,
        String method,
        String path,
        String client,
        boolean stream,
        boolean faulty,
        TracedExchange trace,
        List<Repair> repairs,
        List<String> dropped,
        Optional<SelectedBackend> backend,
        Optional<ExchangeEnd> end) {
    public RecordedExchange {
        repairs = List.copyOf(repairs);
        dropped = List.copyOf(dropped);
    }

    /// What was odd about the answer; nothing while it is under way.
    public List<RecordedAnomaly> anomalies() {
        return end.map(ended -> ended.produced().anomalies()).orElse(List.of());
    }
}
