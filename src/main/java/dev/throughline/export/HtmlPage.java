package dev.throughline.export;

import dev.throughline.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;

/// A self-contained HTML file: no script, font, image or network access; light or dark as the reader's
/// system is set.
///
/// Its policy allows only its own style, identified by the style's digest; `style` attributes have no
/// effect. Source: W3C Content Security Policy Level 3.
public final class HtmlPage {
    /// The style sheet of all pages.
    public static final String STYLE = style();

    /// The page's policy, which allows its own style only. Also to be sent as `Content-Security-Policy` if
    /// the page is served.
    public static final String POLICY = "default-src 'none'; style-src 'sha256-"
            + Base64.getEncoder().encodeToString(Sha256.bytes(STYLE)) + "'; base-uri 'none';" + " form-action 'none'";

    private HtmlPage() {}

    /// The page.
    /// @param body writes its content
    public static byte[] of(String title, Consumer<MarkupWriter> body) {
        MarkupWriter page = MarkupWriter.html()
                .open("html", "lang", "en")
                .line()
                .open("head")
                .line();
        page.empty("meta", "charset", "utf-8").line();
        page.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY)
                .line();
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .line();
        page.empty("meta", "name", "referrer", "content", "no-referrer").line();
        page.element("title", title).line().style(STYLE).line();
        page.closeLine().open("body").open("main").line();
        body.accept(page);
        return page.close().closeLine().closeLine().bytes();
    }

    private static String style() {
        try (InputStream in = HtmlPage.class.getResourceAsStream("/assets/throughline.css")) {
            if (in == null) {
                throw new IllegalStateException("the build lacks the style sheet");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A list of names and values.
    /// @param facts names and values alternately
    public static void facts(MarkupWriter page, String... facts) {
        page.open("dl").line();
        for (int i = 0; i < facts.length; i += 2) {
            page.element("dt", facts[i]).element("dd", facts[i + 1]).line();
        }
        page.closeLine();
    }

    /// A table that scrolls horizontally on narrow pages.
    /// @param rows writes the rows, each an element `tr`
    public static void table(MarkupWriter page, List<String> header, Consumer<MarkupWriter> rows) {
        page.open("div", "class", "scroll").open("table").line().open("thead").open("tr");
        header.forEach(name -> page.element("th", name, "scope", "col"));
        page.close().closeLine().open("tbody").line();
        rows.accept(page);
        page.close().close().closeLine();
    }

    /// A word on a colored background.
    public static void pill(MarkupWriter page, Tone tone, String word) {
        page.element("span", word, "class", tone == Tone.NONE ? "pill" : "pill " + tone.style());
    }
}
