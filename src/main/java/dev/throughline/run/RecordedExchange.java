package dev.throughline.run;

import dev.throughline.trace.TracedExchange;
import java.time.Instant;
import java.util.Optional;

/// An exchange as it is kept.
/// @param end how it ended; empty while it is under way
public record RecordedExchange(
        RunId run,
        Instant received,
        String method,
        String path,
        String client,
        boolean stream,
        boolean faulty,
        TracedExchange trace,
        Optional<ExchangeEnd> end) {}
