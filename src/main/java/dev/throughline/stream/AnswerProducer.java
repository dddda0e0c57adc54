package dev.throughline.stream;

/// An answer that is ready to be produced.
@FunctionalInterface
public interface AnswerProducer {
    /// Starts the answer on the current event loop. Events may arrive before this method returns only if the sink is
    /// ready for them; implementations therefore start on the next turn of the loop.
    AnswerSubscription open(EventSink sink);
}
