package dev.throughline.pages;

import java.util.List;

/// The page of an exchange.
///
/// @param returned what the request did with earlier answers: first what was lost, then what was kept
/// @param lost how many items the request lost, and which: `reasoning of answers 1 to 5`
/// @param restored how many it lost that were put back before it reached the model, and which
/// @param shortened how many more comparisons there are than are shown
/// @param part which of the items observed by the request are compared
/// @param issued the items of this answer
/// @param rawText text of the backend that the client did not receive verbatim
/// @param previous number of the exchange before, 0 for none
public record ExchangeDetail(
        String run,
        int number,
        List<Fact> facts,
        List<Comparison> returned,
        int lost,
        String lostWords,
        int restored,
        String restoredWords,
        int kept,
        int shortened,
        ItemsPart part,
        List<Issued> issued,
        List<String> anomalies,
        List<Repaired> repairs,
        List<String> dropped,
        String rawText,
        TimingBar timing,
        PromptExcerpt prompt,
        int previous,
        boolean hasNext) {
    /// Number of the exchange after this one.
    public int next() {
        return number + 1;
    }

    /// A name and a value.
    public record Fact(String name, String value) {}

    /// An item of an earlier answer, and what the request carried of it.
    ///
    /// @param path JSON pointer in the request; of an item that is nowhere, to the message that carries the rest of
    ///     its answer, empty if none does
    /// @param before the item as issued, as pieces
    /// @param after what came back, as pieces; empty if nothing did
    public record Comparison(
            String kind,
            int exchange,
            String due,
            String glyph,
            String tone,
            String word,
            String reason,
            String path,
            boolean isKept,
            List<WordDifference.Piece> before,
            List<WordDifference.Piece> after) {}

    /// An item of this answer.
    public record Issued(String kind, String field, String token, String value, boolean isSigned) {}

    /// Reasoning that was put back.
    public record Repaired(String path, int exchange, String by, int blocks) {}

    /// Selects the observed items of a request that its page shows: in a long conversation not all of them.
    ///
    /// @param hasLater whether the page leaves out later items
    /// @param before value of the page's parameter for earlier items, empty if there are none
    public record ItemsPart(boolean hasLater, String before) {
        /// Whether the page leaves out any.
        public boolean isPart() {
            return hasLater || !before.isEmpty();
        }
    }
}
