package dev.throughline.run.events;

import dev.throughline.run.RunId;
import dev.throughline.run.RunState;
import dev.throughline.trace.ExchangeOutcome;

/// Something that a live reader of a run wants to know.
public sealed interface RunEvent {

    RunId run();

    /// Where the run stands as its reader joins; always the first event.
    /// @param exchanges how many requests were admitted so far
    record Standing(RunId run, RunState state, int exchanges) implements RunEvent {}

    /// A request was admitted and written down; its answer begins.
    /// @param number the exchange's number in the run, from 1
    record ExchangeBegan(RunId run, int number) implements RunEvent {}

    /// An answer is over and committed.
    record ExchangeEnded(RunId run, int number, ExchangeOutcome outcome) implements RunEvent {}

    /// The run will never change again; nothing follows.
    record Sealed(RunId run) implements RunEvent {}
}
