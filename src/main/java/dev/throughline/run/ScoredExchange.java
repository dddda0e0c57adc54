package dev.throughline.run;

import dev.throughline.trace.RequestKind;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.repair.Repair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// What a score and a report count of an exchange.
///
/// @param unrecorded whether the database was unavailable when it began or ended
/// @param trace what the tracer records about it, with the items of its answer; without its keys and hashes
/// @param repairs reasoning that was restored into its request
/// @param anomalies of its answer; none while in progress
/// @param total from the request to the end of the answer; zero while in progress
public record ScoredExchange(
        Instant received,
        String path,
        boolean stream,
        boolean faulty,
        boolean unrecorded,
        TracedExchange trace,
        List<Repair> repairs,
        List<RecordedAnomaly> anomalies,
        Duration total) {
    public ScoredExchange {
        repairs = List.copyOf(repairs);
        anomalies = List.copyOf(anomalies);
    }

    /// Whether it is part of a conversation: no title, warm-up or count.
    boolean isMain() {
        return trace.facts().kind() == RequestKind.MAIN;
    }
}
