package dev.throughline.prompt;

import dev.throughline.export.HtmlPage;
import dev.throughline.export.HtmlPage.Fact;
import dev.throughline.render.PromptTurn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A prompt as a page for people: each field in its color, reasoning that the template omitted struck through where
/// it would have been.
public final class PromptPage {
    private PromptPage() {}

    /// The page in UTF-8.
    /// @param title the subject of the prompt
    public static byte[] of(String title, PromptTurn turn, Fact... facts) {
        List<PromptPiece> pieces = new ArrayList<>();
        PromptPieces.read(turn, pieces::add);
        return HtmlPage.of(
                "prompt.html", title, Map.of("facts", List.of(facts), "legend", PromptPieces.LEGEND, "pieces", pieces));
    }
}
