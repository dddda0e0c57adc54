package dev.throughline.run.exchange;

import dev.throughline.trace.RunHistory;

/// A request's number in its run and what the tracer needs to judge it.
/// @param number the exchange's number in the run, from 1; greater than the run's cap if it is exhausted
/// @param historyBytes approximate size of the history, which determines the cost of all work on it; at
///     least 1 MiB for a large one
public record Admission(int number, RunHistory history, long historyBytes) {
    static Admission of(int number, RunHistory history) {
        return new Admission(number, history, 0);
    }
}
