package dev.throughline.vendor;

/// A rule that a request breaks.
///
/// @param rule of the rule book
/// @param pointer where (JSON pointer into the request)
/// @param element the element that breaks it: the pointer, or what holds it
/// @param error what the vendor answers
public record Violation(Rule rule, String pointer, String element, Kind kind, VendorError error) {
    /// The consequence for the request.
    public enum Kind {
        /// The vendor answers with an error.
        REFUSED,
        /// Sources disagree on whether it does.
        WARNED,
        /// The vendor takes the request and loses what it holds, without a word.
        SILENTLY_DROPPED
    }

    public boolean isRefused() {
        return kind == Kind.REFUSED;
    }
}
