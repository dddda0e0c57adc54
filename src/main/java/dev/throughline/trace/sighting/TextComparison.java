package dev.throughline.trace.sighting;

import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.match.ComparisonBudget;
import java.util.Optional;

/// How a returned text compares with the one that was issued.
/// @param difference a short description of what differs; never the text itself
record TextComparison(TextMatch match, Optional<String> difference) {
    /// A shorter common prefix is a coincidence.
    private static final int SHORTEST_PIECE = 8;
    /// A text without a token counts as the issued one if at least this much of the shorter of both is in the other.
    private static final double ALIKE = 0.5;

    static final TextComparison NONE = new TextComparison(TextMatch.NONE, Optional.empty());
    static final TextComparison EXACT = new TextComparison(TextMatch.EXACT, Optional.empty());

    static TextComparison of(String issued, String found, String token, ComparisonBudget budget) {
        if (found.equals(issued)) {
            return EXACT;
        }
        return budget.take((long) issued.length() + found.length()) ? unequal(issued, found, token) : NONE;
    }

    private static TextComparison unequal(String issued, String found, String token) {
        if (found.isBlank()) {
            return NONE;
        }
        if (found.strip().equals(issued.strip())) {
            return new TextComparison(TextMatch.TRIMMED, Optional.of(whiteSpace(issued, found)));
        }
        if (isPiece(issued, found)) {
            return new TextComparison(
                    TextMatch.TRUNCATED,
                    Optional.of("%d of %d characters are present".formatted(found.length(), issued.length())));
        }
        boolean isSame = token.isEmpty() ? ShingleSimilarity.of(issued, found) >= ALIKE : found.contains(token);
        return isSame ? changed(firstDifference(issued, found)) : NONE;
    }

    private static boolean isPiece(String issued, String found) {
        String piece = found.strip();
        String whole = issued.strip();
        return piece.length() >= SHORTEST_PIECE && (whole.startsWith(piece) || whole.endsWith(piece));
    }

    private static TextComparison changed(String difference) {
        return new TextComparison(TextMatch.CHANGED, Optional.of(difference));
    }

    private static String whiteSpace(String issued, String found) {
        int gone = issued.length() - found.length();
        if (gone > 0) {
            return gone + " characters of white space at the ends are missing";
        }
        return gone < 0
                ? -gone + " characters of white space at the ends were added"
                : "white space at the ends was changed";
    }

    private static String firstDifference(String issued, String found) {
        int same = 0;
        int end = Math.min(issued.length(), found.length());
        while (same < end && issued.charAt(same) == found.charAt(same)) {
            same++;
        }
        return "differs from character %d on (%d characters issued, %d found)"
                .formatted(same, issued.length(), found.length());
    }
}
