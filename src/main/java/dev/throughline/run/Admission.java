package dev.throughline.run;

import dev.throughline.trace.RunHistory;

/// A request's place in its run and what the tracer needs to judge it.
/// @param number the exchange's number in the run, from 1; larger than the run's cap when it is exhausted
public record Admission(int number, RunHistory history) {}
