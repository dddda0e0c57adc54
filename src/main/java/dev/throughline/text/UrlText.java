package dev.throughline.text;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Texts as parts of URLs.
public final class UrlText {
    private UrlText() {}

    /// A text as the value of a query parameter; a space becomes `+`.
    public static String query(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /// A text as one segment of a path, or as a value for those that do not read `+` as a space.
    public static String segment(String text) {
        return query(text).replace("+", "%20");
    }
}
