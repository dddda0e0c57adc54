package dev.throughline.export;

import dev.throughline.text.Sha256;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;

/// A self-contained HTML file: no script, font, image or network access; light or dark as the reader's
/// system is set.
///
/// Its policy allows only its own style, identified by the style's digest; `style` attributes have no
/// effect. Source: W3C Content Security Policy Level 3.
public final class HtmlPage {
    private static final String CSS = """
            :root{color-scheme:light dark;--ink:#1d2125;--faint:#5c6670;--paper:#fff;--line:#d5dae0;--soft:#f4f6f8;
            --good:#17693a;--good-soft:#dcf3e4;--bad:#a3152b;--bad-soft:#fbe1e5;--warn:#7a4b00;--warn-soft:#fcedcf}
            @media(prefers-color-scheme:dark){:root{--ink:#e4e8ec;--faint:#9aa5b1;--paper:#15181c;--line:#353c45;
            --soft:#1e2329;--good:#7fd8a0;--good-soft:#153524;--bad:#ff9aa8;--bad-soft:#451a22;--warn:#f2c46d;
            --warn-soft:#3d2d0f}}
            *{box-sizing:border-box}
            body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:72rem;background:var(--paper);color:var(--ink);
            font:1rem/1.5 system-ui,sans-serif}
            h1{font-size:1.6rem;margin:0 0 .25rem}h2{font-size:1.15rem;margin:2.25rem 0 .6rem}
            p{margin:.4rem 0}.faint{color:var(--faint)}
            dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.25rem;margin:1rem 0}
            dt{color:var(--faint)}dd{margin:0}
            dd,td,p,li,code,.verdict{unicode-bidi:isolate;overflow-wrap:anywhere}
            .scroll{overflow-x:auto}
            table{border-collapse:collapse;width:100%;font-size:.93rem}
            th,td{text-align:left;vertical-align:top;padding:.4rem .7rem;border-bottom:1px solid var(--line)}
            th{color:var(--faint);font-weight:600;white-space:nowrap}
            td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}
            code{font:.9em/1.4 ui-monospace,monospace}
            .pill{display:inline-block;padding:0 .5rem;border-radius:.6rem;background:var(--soft);color:var(--faint);
            font-size:.85em;font-weight:600;white-space:nowrap}
            .good{background:var(--good-soft);color:var(--good)}.bad{background:var(--bad-soft);color:var(--bad)}
            .warn{background:var(--warn-soft);color:var(--warn)}
            .verdict{padding:.75rem 1rem;border-radius:.5rem;margin:1rem 0;font-weight:600}
            .verdict.none{background:var(--soft);color:var(--faint)}
            svg{display:block}svg text{font:11px ui-monospace,monospace;fill:var(--faint)}
            svg .cell{fill:var(--soft);stroke:var(--faint)}svg .grid{stroke:var(--line)}
            svg .good{fill:var(--good)}svg .bad{fill:var(--bad)}svg .warn{fill:var(--warn)}
            svg .from{fill:none;stroke:var(--faint);stroke-width:1.5}
            ul{margin:.4rem 0;padding-left:1.2rem}
            nav{display:flex;flex-wrap:wrap;gap:.35rem;align-items:baseline;margin:.5rem 0}
            a{color:inherit;text-underline-offset:.15em}td>a{text-decoration:none}
            td>a:hover .pill{text-decoration:underline}
            .part{white-space:nowrap}.part+.part{border-left:1px solid var(--line);padding-left:.4rem}
            .small{font-size:.8em;color:var(--faint);display:block}
            body:has(#only-lost:checked) tr.kept{display:none}
            .prompt{white-space:pre-wrap;overflow-wrap:anywhere;font:.9rem/1.7 ui-monospace,monospace;padding:1rem;
            border:1px solid var(--line);border-radius:.5rem}
            .system,.user,.reasoning,.answer,.call,.result,.tools{border-radius:.2rem;padding:.1rem 0}
            .system{background:#8886}.user{background:#3b82f644}.reasoning{background:#a855f744}
            .answer{background:#22c55e44}.call{background:#f59e0b55}.result{background:#14b8a655}
            .tools{background:#ec489944}.scaffold,.frame{color:var(--faint)}
            .odd{border-bottom:1px solid var(--line)}.even{border-bottom:1px dashed var(--faint)}
            del{background:var(--bad-soft);color:var(--bad)}
            """;

    /// The page's policy, which allows its own style only. Also to be sent as `Content-Security-Policy` if
    /// the page is served.
    public static final String POLICY = "default-src 'none'; style-src 'sha256-"
            + Base64.getEncoder().encodeToString(Sha256.bytes(CSS)) + "'; base-uri 'none';" + " form-action 'none'";

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
        page.element("title", title).line().style(CSS).line();
        page.closeLine().open("body").line();
        body.accept(page);
        return page.closeLine().closeLine().bytes();
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

    /// A checkbox that hides the rows of class `kept`; works without scripts.
    public static void onlyLost(MarkupWriter page, String words) {
        page.open("p").empty("input", "type", "checkbox", "id", "only-lost");
        page.text(" ").element("label", words, "for", "only-lost").closeLine();
    }

    /// A word on a colored background.
    public static void pill(MarkupWriter page, Tone tone, String word) {
        page.element("span", word, "class", tone == Tone.NONE ? "pill" : "pill " + tone.style());
    }
}
