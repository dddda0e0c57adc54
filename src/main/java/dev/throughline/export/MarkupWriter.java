package dev.throughline.export;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/// Writes XML, SVG and HTML. Every text and attribute value is escaped; element and attribute names are
/// constants of the program and validated.
///
/// Elements are closed with an end tag, even empty ones, except for the void elements of HTML; SVG
/// therefore reads the same alone and inside HTML.
public final class MarkupWriter {
    /// Source: WHATWG HTML 13.1.2, void elements; those that are used here.
    private static final Set<String> VOID = Set.of("meta", "br", "hr", "link", "input");

    private final StringBuilder out;
    private final Deque<String> open = new ArrayDeque<>();

    private MarkupWriter(String start) {
        out = new StringBuilder(start);
    }

    /// An XML document, also an SVG file.
    public static MarkupWriter xml() {
        return new MarkupWriter("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    }

    /// An HTML document.
    public static MarkupWriter html() {
        return new MarkupWriter("<!DOCTYPE html>\n");
    }

    /// Opens an element.
    /// @param attributes names and values alternately
    public MarkupWriter open(String element, String... attributes) {
        tag(element, attributes);
        open.push(element);
        return this;
    }

    /// Text inside the open element.
    public MarkupWriter text(String text) {
        escape(text, false);
        return this;
    }

    /// Closes the element opened last.
    public MarkupWriter close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /// Closes the element and ends the line.
    public MarkupWriter closeLine() {
        close();
        return line();
    }

    /// A line break between elements.
    public MarkupWriter line() {
        out.append('\n');
        return this;
    }

    /// An element that contains only text.
    public MarkupWriter element(String element, String text, String... attributes) {
        return open(element, attributes).text(text).close();
    }

    /// An empty element.
    public MarkupWriter empty(String element, String... attributes) {
        if (VOID.contains(element)) {
            tag(element, attributes);
            return this;
        }
        return open(element, attributes).close();
    }

    /// The style of an HTML page, which is not escaped.
    /// @param css a constant of the program
    MarkupWriter style(String css) {
        if (css.contains("<")) {
            throw new IllegalArgumentException("a style without < was expected");
        }
        out.append("<style>").append(css).append("</style>");
        return this;
    }

    /// The document in UTF-8.
    public byte[] bytes() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("these elements are still open: " + open);
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void tag(String element, String... attributes) {
        if (attributes.length % 2 != 0) {
            throw new IllegalArgumentException("names and values in turn were expected in " + element);
        }
        out.append('<').append(name(element));
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(name(attributes[i])).append("=\"");
            escape(attributes[i + 1], true);
            out.append('"');
        }
        out.append('>');
    }

    private static String name(String name) {
        boolean isName = !name.isEmpty()
                && name.chars().allMatch(unit -> Character.isLetterOrDigit(unit) || unit == '-' || unit == ':')
                && name.chars().allMatch(unit -> unit < 0x80);
        if (!isName) {
            throw new IllegalArgumentException("a name of letters, digits, - and : was expected, found " + name);
        }
        return name;
    }

    private void escape(String text, boolean isAttribute) {
        SafeText.of(text).chars().forEach(unit -> {
            switch (unit) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                case '\r' -> out.append("&#13;");
                case '\n', '\t' -> out.append(isAttribute ? "&#" + unit + ";" : String.valueOf((char) unit));
                default -> out.append((char) unit);
            }
        });
    }
}
