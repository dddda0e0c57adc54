package dev.throughline.gateway.answer;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.ReasoningDetails;
import java.util.Optional;

/// The `reasoning_details` of one answer on their way into the record: those of an answer that is complete. One
/// answer, one event loop.
public final class AnswerReasoningDetails {
    /// As collected, as JSON text, in the statement and in the buffer of the database connection. An estimate.
    private static final int PER_CHARACTER = 4;

    private Optional<ReasoningDetails> source = Optional.empty();
    private boolean isDiscarded;
    private boolean isFinished;

    /// Where the details are collected while the answer is read.
    public void from(Optional<ReasoningDetails> collected) {
        source = collected;
    }

    /// Takes an event that the client gets.
    public void on(StreamEvent event) {
        isFinished = isFinished || event instanceof Finish;
    }

    /// Gives them up: there is no memory for them.
    public void discard() {
        isDiscarded = true;
        source.ifPresent(ReasoningDetails::discard);
    }

    /// Whether the answer has details so far, all of which are kept.
    public boolean areKept() {
        return !isDiscarded && source.filter(ReasoningDetails::isKept).isPresent();
    }

    /// Estimated bytes of the heap that they take until the answer is recorded.
    public long heapBytes() {
        return isDiscarded
                ? 0
                : PER_CHARACTER * source.map(ReasoningDetails::characters).orElse(0L);
    }

    /// The details for the record, as JSON text.
    public Optional<String> recorded() {
        return isFinished && !isDiscarded ? source.flatMap(ReasoningDetails::json) : Optional.empty();
    }
}
