package dev.throughline.run.exchange;

import dev.throughline.trace.RunHistory;
import dev.throughline.trace.TraceResult;
import java.util.Optional;

/// A request's number in its run and what the tracer needs to judge it.
/// @param number the exchange's number in the run, from 1; greater than the run's cap if it is exhausted
/// @param historyBytes approximate size of the history, which determines the cost of all work on it; at
///     least 1 MiB for a large one
/// @param continued what the tracer found, if the request continues one whose history was settled; `history` is
///     then only what differs
public record Admission(int number, RunHistory history, long historyBytes, Optional<TraceResult> continued) {
    static Admission of(int number, RunHistory history) {
        return new Admission(number, history, 0, Optional.empty());
    }

    Admission numbered(int given) {
        return new Admission(given, history, historyBytes, continued);
    }
}
