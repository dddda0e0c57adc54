package dev.throughline.wire.sse;

/// A text of an answer that its encoder did not keep: what the events of one kind say, one after the other, in a part
/// of the answer's record.
///
/// @param from place of the first of these events in the record, from 0
/// @param to place behind the last of them
/// @param length of the whole text. Unit: UTF-16 code units
public record RecordedText(Kind kind, long from, long to, long length) {

    /// Which events carry it.
    public enum Kind {
        REASONING,
        SIGNATURE,
        REDACTED,
        TEXT,
        ARGUMENTS
    }
}
