package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.Text;

/// The escapes of `markupsafe`.
public final class HtmlEscape {
    private HtmlEscape() {}

    /// Escapes what is not marked safe, and marks it.
    public static Text escape(RenderState state, Text text) {
        return text.isMarkup() ? text : forced(state, text);
    }

    public static Text forced(RenderState state, Text text) {
        return MappedText.map(state, text, HtmlEscape::entity).asMarkup(true);
    }

    private static String entity(int c) {
        return switch (c) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '\'' -> "&#39;";
            case '"' -> "&#34;";
            default -> Character.toString(c);
        };
    }
}
