package dev.throughline.run.journal;

import dev.throughline.run.ExchangeEnd;
import dev.throughline.stream.StreamEvent;
import io.smallrye.mutiny.Uni;
import java.util.function.Consumer;

/// The journal's slice of one exchange. Lives on the exchange's event loop.
public interface ExchangeJournal {

    /// Records an event; call before the event is written to the client. Never blocks and never drops.
    /// @param micros microseconds since the request
    void take(StreamEvent event, long micros);

    /// Records text of the backend that the client does not get as it was: markup, and what was repaired or dropped. It
    /// takes the next place among the recorded events and is committed, counted and paused for like them; whoever
    /// rebuilds what the client got leaves it out.
    /// @param text the text as the backend wrote it
    /// @param micros microseconds since the request
    void takeRaw(String text, long micros);

    /// Whether the journal is so full that the source of events must pause.
    boolean isFull();

    /// Called once, on the exchange's event loop, when a full journal has room again.
    void onRoom(Runnable resume);

    /// Called once, on the exchange's event loop, as soon as it is known that something that was taken will never be
    /// committed: neither `commit` nor `end` can complete any more.
    void onLoss(Consumer<? super Throwable> listener);

    /// Completes when every event taken so far is committed; fails when that is out of reach.
    Uni<Void> commit();

    /// Commits every event taken so far and, not before them, how the exchange ended; fails when that is out of reach.
    /// Nothing is taken any more. May be called again when it is done: the last end counts.
    Uni<Void> end(ExchangeEnd end);

    /// Events taken so far, raw texts among them.
    long tokens();
}
