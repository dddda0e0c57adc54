package dev.throughline.run.exchange;

/// How much the record holds of an answer and of the request that asked for it.
///
/// @param bytes of the request body and of the texts of all events. Unit: bytes of UTF-8
/// @param events of the answer
public record AnswerSize(long bytes, long events) {
    /// Nothing is held.
    public static final AnswerSize NOTHING = new AnswerSize(0, 0);
}
