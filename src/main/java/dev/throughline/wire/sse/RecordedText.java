package dev.throughline.wire.sse;

/// A text of an answer that its encoder did not keep: the concatenated events of one kind in a part of the
/// recorded answer.
///
/// @param from position of the first of these events in the recorded answer, from 0
/// @param to position after the last of them
/// @param length of the whole text. Unit: UTF-16 code units
public record RecordedText(Kind kind, long from, long to, long length) {

    /// The events that carry it.
    public enum Kind {
        REASONING,
        SIGNATURE,
        REDACTED,
        TEXT,
        ARGUMENTS
    }
}
