package dev.throughline.stub;

import java.util.OptionalInt;

/// A scripted fault.
///
/// @param kind kind of the fault
/// @param exchange number of the affected exchange in the run, from 1; empty for every exchange
/// @param amount milliseconds for the delays, bytes for SLICE, events for DROP and ERROR_EVENT and MALFORMED,
///     seconds of `Retry-After` for STATUS_429 (negative for none); without meaning for the others
public record InjectedFault(Kind kind, OptionalInt exchange, int amount) {
    /// The kinds of faults. Source: the contract's list of faults.
    public enum Kind {
        DELAY_FIRST_BYTE,
        DELAY_CHUNKS,
        SLICE,
        DROP_AFTER,
        DROP_INSIDE_CHARACTER,
        MALFORMED_EVENT,
        MISSING_END,
        ERROR_EVENT,
        STATUS_429,
        STATUS_500,
        STATUS_529,
        EMPTY_BODY,
        HANG
    }

    /// Whether it applies to this exchange.
    public boolean appliesTo(int number) {
        return exchange.isEmpty() || exchange.getAsInt() == number;
    }
}
