package dev.throughline.run.exchange;

import dev.throughline.trace.RunHistory;

/// A request's place in its run and what the tracer needs to judge it.
/// @param number the exchange's number in the run, from 1; larger than the run's cap when it is exhausted
/// @param historyBytes about how much the history holds, which all work on it grows with; of a large one at least
/// 1 MiB
public record Admission(int number, RunHistory history, long historyBytes) {
    static Admission of(int number, RunHistory history) {
        return new Admission(number, history, 0);
    }
}
