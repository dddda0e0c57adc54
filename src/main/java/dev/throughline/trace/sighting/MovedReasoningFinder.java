package dev.throughline.trace.sighting;

import dev.throughline.conversation.Part;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.ReasoningFields;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.match.ComparisonBudget;
import dev.throughline.trace.match.RequestIndex.Spot;
import java.util.List;
import java.util.Optional;

/// Looks for a reasoning block without a trace token in wrong places of its answer: wrapped into the
/// visible text, as visible text, or in a reasoning field nested where no server reads it.
final class MovedReasoningFinder {
    /// Shorter reasoning may occur in a visible text by chance.
    static final int SHORTEST = 16;

    private MovedReasoningFinder() {}

    /// @param parts the parts of the messages that carry the answer
    static Optional<LocatedSighting> look(PlantedItem item, PartIndex parts, ComparisonBudget budget) {
        for (Spot spot : parts.parts()) {
            if (!budget.take(1)) {
                break;
            }
            TextComparison text = compare(item, spot, parts, budget);
            if (text.match() != TextMatch.NONE) {
                SignatureMatch proof = item.signature().isPresent() ? SignatureMatch.GONE : SignatureMatch.NOT_ISSUED;
                Sighting sighting =
                        SightingFactory.at(Place.ELSEWHERE, text, spot.part().path(), "", proof);
                return Optional.of(new LocatedSighting(item, sighting, Optional.of(spot)));
            }
        }
        return Optional.empty();
    }

    private static TextComparison compare(PlantedItem item, Spot spot, PartIndex parts, ComparisonBudget budget) {
        return switch (spot.part()) {
            case Part.Text(String _, String text) -> inText(item, text, parts.tagged(spot, text), budget);
            case Part.Reasoning reasoning
            when ReasoningFields.isMisplaced(item.field(), reasoning) ->
                TextComparison.of(item.value(), reasoning.text(), "", budget);
            case Part.Reasoning _,
                    Part.RedactedReasoning _,
                    Part.ToolCall _,
                    Part.ToolResult _,
                    Part.Reference _,
                    Part.Image _,
                    Part.Other _ -> TextComparison.NONE;
        };
    }

    private static TextComparison inText(
            PlantedItem item, String text, List<String> thoughts, ComparisonBudget budget) {
        for (String thought : thoughts) {
            TextComparison wrapped = TextComparison.of(item.value(), thought, "", budget);
            if (wrapped.match() != TextMatch.NONE) {
                return wrapped;
            }
        }
        String bare = item.value().strip();
        boolean isSearched = bare.length() >= SHORTEST
                && bare.length() <= text.length()
                && budget.take((long) bare.length() + text.length());
        return isSearched && contains(text, bare) ? TextComparison.EXACT : TextComparison.NONE;
    }

    /// Searches a text for another one in linear time, whatever they contain (Knuth, Morris, Pratt).
    static boolean contains(String text, String piece) {
        if (piece.length() > text.length()) {
            return false;
        }
        int[] borders = borders(piece);
        int matched = 0;
        for (int i = 0; i < text.length() && matched < piece.length(); i++) {
            while (matched > 0 && text.charAt(i) != piece.charAt(matched)) {
                matched = borders[matched - 1];
            }
            matched += text.charAt(i) == piece.charAt(matched) ? 1 : 0;
        }
        return matched == piece.length();
    }

    /// For each prefix of the pattern the length of its longest border: a proper prefix that is also its suffix.
    private static int[] borders(String piece) {
        int[] borders = new int[piece.length()];
        int length = 0;
        for (int i = 1; i < piece.length(); i++) {
            while (length > 0 && piece.charAt(i) != piece.charAt(length)) {
                length = borders[length - 1];
            }
            length += piece.charAt(i) == piece.charAt(length) ? 1 : 0;
            borders[i] = length;
        }
        return borders;
    }
}
