package dev.throughline.matrix;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/// The place of a run in the history of its cell: newest first, then by id.
public record VoteCursor(Instant sealed, String run) {
    private static final char BETWEEN = '~';
    private static final int LONGEST = 200;

    /// That of a vote.
    public static VoteCursor of(Vote vote) {
        return new VoteCursor(vote.sealed(), vote.run());
    }

    /// The place as one text that fits into a URL.
    public String text() {
        return sealed + String.valueOf(BETWEEN) + run;
    }

    /// The place that a text names; empty when it is not one of `text`.
    public static Optional<VoteCursor> parse(String text) {
        int at = text.indexOf(BETWEEN);
        if (at < 0 || text.length() > LONGEST || text.chars().anyMatch(Character::isISOControl)) {
            return Optional.empty();
        }
        try {
            Instant sealed = Instant.parse(text.substring(0, at));
            boolean isStorable =
                    sealed.isAfter(Instant.EPOCH) && sealed.isBefore(Instant.parse("9999-01-01T00:00:00Z"));
            return isStorable ? Optional.of(new VoteCursor(sealed, text.substring(at + 1))) : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
