package dev.throughline.run.events;

import dev.throughline.run.RunId;
import dev.throughline.run.RunState;
import dev.throughline.trace.ExchangeOutcome;

/// A live event of a run.
public sealed interface RunEvent {
    RunId run();

    /// The run's state when its reader joins; the first event, unless the reader continues.
    /// @param exchanges number of requests admitted so far
    record Standing(RunId run, RunState state, int exchanges) implements RunEvent {}

    /// A request was admitted and recorded; its answer begins.
    /// @param number the exchange's number in the run, from 1
    record ExchangeBegan(RunId run, int number) implements RunEvent {}

    /// An answer ended and was committed.
    record ExchangeEnded(RunId run, int number, ExchangeOutcome outcome) implements RunEvent {}

    /// Up to here the reader has received everything; the events before it need not be sent again.
    record Reached(RunId run, EventPosition position) implements RunEvent {}

    /// The run will never change again; the last event.
    record Sealed(RunId run) implements RunEvent {}
}
