package dev.throughline.prompt;

import dev.throughline.export.HtmlPage;
import dev.throughline.export.MarkupWriter;
import dev.throughline.render.prefix.PromptTurn;

/// A prompt as a page for people: each field in its colour, reasoning that the template omitted struck through where
/// it would have been.
public final class PromptPage {
    private PromptPage() {}

    /// The page in UTF-8.
    ///
    /// @param title the subject of the prompt
    /// @param facts names and values alternately
    public static byte[] of(String title, PromptTurn turn, String... facts) {
        return HtmlPage.of(title, out -> {
            out.element("h1", title).line();
            HtmlPage.facts(out, facts);
            out.open("p");
            PromptPieces.LEGEND.forEach(
                    name -> out.element("span", name, "class", name).text(" "));
            out.element("del", "reasoning that the template omitted").closeLine();
            out.open("div", "class", "prompt");
            PromptPieces.read(turn, piece -> write(out, piece));
            out.closeLine();
        });
    }

    private static void write(MarkupWriter out, PromptPiece piece) {
        if (piece.isOmitted()) {
            out.element("del", piece.text(), "title", piece.origin());
        } else {
            String parity = piece.message() < 0 ? "" : piece.message() % 2 == 0 ? " even" : " odd";
            out.element("span", piece.text(), "class", piece.field() + parity, "title", piece.origin());
        }
    }
}
