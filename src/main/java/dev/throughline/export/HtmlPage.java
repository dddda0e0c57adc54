package dev.throughline.export;

import dev.throughline.text.Resources;
import dev.throughline.text.Sha256;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/// A self-contained HTML file: no script, font, image or network access; light or dark as the reader's system is set.
///
/// Its policy allows only its own style, identified by the style's digest; `style` attributes have no
/// effect. Source: W3C Content Security Policy Level 3.
public final class HtmlPage {
    /// The style sheet of all pages.
    public static final String STYLE = Resources.text("assets/throughline.css");

    /// The page's policy, which allows its own style only.
    public static final String POLICY = "default-src 'none'; style-src 'sha256-"
            + Base64.getEncoder().encodeToString(Sha256.bytes(STYLE)) + "'; base-uri 'none';" + " form-action 'none'";

    /// The value of `Content-Security-Policy` where the page is served, which a `meta` element cannot say whole.
    public static final String SERVED_POLICY = POLICY + "; frame-ancestors 'none'";

    private HtmlPage() {}

    /// A name and a value in the list at the head of a page.
    public record Fact(String name, String value) {}

    /// The page.
    /// @param template that includes `files/page`
    /// @param values what the template uses, by name
    public static byte[] of(String template, String title, Map<String, ?> values) {
        Map<String, Object> all = new HashMap<>(values);
        all.putAll(Map.of("title", title, "style", STYLE, "policy", POLICY));
        return FileTemplate.render(template, all);
    }
}
