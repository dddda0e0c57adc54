package dev.throughline.run;

import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.repair.Repair;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A recorded exchange.
///
/// @param unrecorded whether the database was unavailable when it began or ended; its client received an error
/// @param trace what the tracer records about it, with the items of its answer
/// @param repairs reasoning that was restored into its request
/// @param dropped JSON pointers to the fields that the translation for its backend omitted
/// @param backend the backend it was sent to; empty for the stub
/// @param end how it ended, with the anomalies of its answer (the items are in `trace`); empty while in progress
public record RecordedExchange(
        RunId run,
        Instant received,
        String method,
        String path,
        String client,
        boolean stream,
        boolean faulty,
        boolean unrecorded,
        TracedExchange trace,
        List<Repair> repairs,
        List<String> dropped,
        Optional<SelectedBackend> backend,
        Optional<ExchangeEnd> end) {
    public RecordedExchange {
        repairs = List.copyOf(repairs);
        dropped = List.copyOf(dropped);
    }

    /// The anomalies of the answer; empty while in progress.
    public List<RecordedAnomaly> anomalies() {
        return end.map(ended -> ended.produced().anomalies()).orElse(List.of());
    }
}
