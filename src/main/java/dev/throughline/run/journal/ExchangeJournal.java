package dev.throughline.run.journal;

import dev.throughline.run.ExchangeEnd;
import dev.throughline.stream.StreamEvent;
import io.smallrye.mutiny.Uni;
import java.util.function.Consumer;

/// The journal of one exchange. Confined to the exchange's event loop.
public interface ExchangeJournal {
    /// Records an event; call before the event is written to the client. Never blocks and never drops.
    /// @param micros microseconds since the request
    void take(StreamEvent event, long micros);

    /// Records text of the backend that the client does not receive verbatim: markup, and what was repaired
    /// or dropped. It takes the next position among the recorded events and is committed, counted and
    /// subject to back-pressure like them; code that rebuilds what the client received skips it.
    /// @param text the text as written by the backend
    /// @param micros microseconds since the request
    void takeRaw(String text, long micros);

    /// Records ids of tokens in the form of `SampledTokens`; counted and committed like raw text.
    /// @param micros microseconds since the request
    void takeSampled(String tokens, long micros);

    /// Whether the journal is so full that the source of events must pause.
    boolean isFull();

    /// Called once, on the exchange's event loop, when a full journal has room again.
    void onRoom(Runnable resume);

    /// Called once, on the exchange's event loop, as soon as it is known that a recorded event will never
    /// be committed: neither `commit` nor `end` can complete any more.
    void onLoss(Consumer<? super Throwable> listener);

    /// Completes when every event taken so far is committed; fails if the database is unavailable.
    Uni<Void> commit();

    /// Commits every event taken so far and, not before them, how the exchange ended; fails if the database is
    /// unavailable. No events are accepted afterwards. May be called again once it has completed: the last end
    /// counts.
    Uni<Void> end(ExchangeEnd end);

    /// Events taken so far, including raw text.
    long tokens();
}
