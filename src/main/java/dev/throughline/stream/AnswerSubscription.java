package dev.throughline.stream;

/// An answer in progress. Called on the event loop on which its events arrive.
///
/// After `pause` at most a bounded few events that are already in transit arrive; after `cancel` none does.
public interface AnswerSubscription {
    /// Stops the events until `resume`.
    void pause();

    /// Resumes the events.
    void resume();

    /// Cancels the answer: nobody is listening any more.
    void cancel();
}
