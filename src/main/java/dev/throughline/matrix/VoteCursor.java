package dev.throughline.matrix;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/// A position in the history of a cell: newest run first, then by id.
public record VoteCursor(Instant sealed, String run) {
    /// Newest first, then by run.
    public static final Comparator<VoteCursor> ORDER =
            Comparator.comparing(VoteCursor::sealed).reversed().thenComparing(VoteCursor::run);

    private static final char BETWEEN = '~';
    private static final int LONGEST = 200;

    /// The position of a vote.
    public static VoteCursor of(Vote vote) {
        return new VoteCursor(vote.sealed(), vote.run());
    }

    /// The position as a text that can be used in a URL.
    public String text() {
        return sealed + String.valueOf(BETWEEN) + run;
    }

    /// Parses a position written by `text`; empty if the text is not one.
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
