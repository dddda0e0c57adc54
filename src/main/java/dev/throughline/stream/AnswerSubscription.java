package dev.throughline.stream;

/// An answer under way. Called on the event loop that the events arrive on.
///
/// After `pause` at most the events already under way arrive (a bounded few); after `cancel` none does.
public interface AnswerSubscription {

    /// Stops the events until `resume`.
    void pause();

    /// Lets the events go on.
    void resume();

    /// Ends the answer: nobody listens any more.
    void cancel();
}
