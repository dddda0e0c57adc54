package dev.throughline.filter;

/// A deviation of a model's output from its template that was repaired or omitted.
/// @param kind its kind
/// @param at characters of text before the marker at which it was found
/// @param detail a name or a number, never the text of an argument
public record Anomaly(Kind kind, long at, String detail) {
    /// The kinds of anomalies. Source: parsers of GLM output and their issue trackers.
    public enum Kind {
        MISSING_VALUE_CLOSER,
        MISSING_VALUE_OPENER,
        MISSING_VALUE,
        MISSING_KEY_OPENER,
        MISSING_KEY_CLOSER,
        MISSING_CALL_OPENER,
        MISSING_CALL_CLOSER,
        STRAY_OPENER,
        ORPHAN_CLOSER,
        ORPHAN_PAIR,
        JSON_BODY,
        EMPTY_CALL,
        UNFINISHED_CALL,
        DUPLICATE_KEY,
        UNDECLARED_TOOL,
        TEXT_IN_CALL,
        CALL_IN_REASONING,
        TOO_MANY_CALLS,
        /// The model wrote on behind the role marker that ended its turn. What followed is left out; the detail is
        /// the number of its characters, as far as they were received.
        TURN_CONTINUED,
        /// A call although the request forbids calls; it is left out.
        FORBIDDEN_CALL,
        /// The answer ended regularly inside the reasoning that the prompt opened: its text is the answer, and is given
        /// as content as well.
        UNCLOSED_REASONING,
        /// A call that is not written in the layout of the model's template; it remains text.
        UNREADABLE_CALL
    }
}
