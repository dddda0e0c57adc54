package dev.throughline.run.exchange;

/// The recorded size of an answer and of the request that it answers.
///
/// @param bytes of the request body and of the texts of all events. Unit: bytes of UTF-8
/// @param events number of events of the answer
public record AnswerSize(long bytes, long events) {
    /// Nothing is recorded.
    public static final AnswerSize NOTHING = new AnswerSize(0, 0);
}
