package dev.throughline.run;

import dev.throughline.trace.ExchangeOutcome;

/// Something that happened in a run.
public sealed interface RunEvent {
    RunId run();

    /// An exchange was written down; its answer is about to begin.
    record ExchangeBegan(RunId run, int number) implements RunEvent {}

    /// An exchange is over.
    record ExchangeEnded(RunId run, int number, ExchangeOutcome outcome) implements RunEvent {}

    /// The run is sealed: nothing follows.
    record RunSealed(RunId run) implements RunEvent {}
}
