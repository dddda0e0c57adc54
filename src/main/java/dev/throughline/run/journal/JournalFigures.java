package dev.throughline.run.journal;

import dev.throughline.run.TokenKind;
import java.time.Duration;
import java.util.Map;

/// The journal as it is now, and what it did since the start of this process.
///
/// @param heldBytes memory that events take which are not committed yet
/// @param maxBytes memory for them; an exchange whose event does not fit fails
/// @param isFull whether sources of events are paused
/// @param paused exchanges whose source waits for room
/// @param oldestUnwritten how long the oldest events on their way to the database have been on it; zero for none
/// @param rows rows committed
/// @param tokens events committed, by kind; kinds without any are there with 0
/// @param commits transactions that wrote them
/// @param retries tries of a commit that failed and were made again
/// @param lostTokens events that will never be on the disk; their exchanges ended with an error
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
