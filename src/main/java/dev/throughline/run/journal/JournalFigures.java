package dev.throughline.run.journal;

import dev.throughline.run.TokenKind;
import java.time.Duration;
import java.util.Map;

/// The journal's current state, and its counters since the start of this process.
///
/// @param heldBytes memory taken by events that are not committed yet
/// @param maxBytes the limit of that memory; an exchange whose event does not fit fails
/// @param isFull whether sources of events are paused
/// @param paused exchanges whose source waits for room
/// @param oldestUnwritten how long the oldest events in transit to the database have been waiting; zero for none
/// @param rows rows committed
/// @param tokens events committed, by kind; kinds without any are present with 0
/// @param commits transactions that wrote them
/// @param retries failed commits that were retried
/// @param lostTokens events that will never be stored; their exchanges ended with an error
public record JournalFigures(
        long heldBytes,
        long maxBytes,
        boolean isFull,
        int paused,
        Duration oldestUnwritten,
        long rows,
        Map<TokenKind, Long> tokens,
        long commits,
        long retries,
        long lostTokens) {
    public JournalFigures {
        tokens = Map.copyOf(tokens);
    }
}
