package dev.throughline.render.jinja;

/// The escapes of `markupsafe`.
public final class HtmlEscape {
    private HtmlEscape() {}

    /// Escapes what is not marked safe, and marks it.
    public static TextValue escape(RenderState state, TextValue text) {
        return text.isMarkup() ? text : forced(state, text);
    }

    public static TextValue forced(RenderState state, TextValue text) {
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
