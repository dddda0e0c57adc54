package dev.throughline.matrix.report;

import dev.throughline.export.MarkupWriter;
import dev.throughline.export.Tone;

/// A badge with a label and a message, as an SVG image or as data for shields.io.
///
/// @param label the subject
/// @param message the status
public record Badge(String label, String message, Tone tone) {
    private static final int LONGEST = 60;
    private static final int PADDING = 6;
    private static final int HEIGHT = 20;
    /// Width of a wide character in tenths of a pixel; `textLength` adjusts the text to fit.
    private static final int WIDTH = 67;

    public Badge {
        label = cut(label);
        message = cut(message);
    }

    public static Badge unknown(String label) {
        return new Badge(label, "unknown", Tone.NONE);
    }

    /// The SVG image. Texts are escaped; it loads and runs nothing.
    public byte[] svg() {
        int left = width(label);
        int right = width(message);
        String title = label + ": " + message;
        MarkupWriter svg = MarkupWriter.xml()
                .open(
                        "svg",
                        "xmlns",
                        "http://www.w3.org/2000/svg",
                        "width",
                        text(left + right),
                        "height",
                        text(HEIGHT),
                        "role",
                        "img",
                        "aria-label",
                        title);
        svg.element("title", title);
        ground(svg, 0, left, "#555555");
        ground(svg, left, right, color());
        svg.open(
                "g",
                "fill",
                "#ffffff",
                "text-anchor",
                "middle",
                "font-family",
                "Verdana,sans-serif",
                "font-size",
                "11");
        words(svg, label, left / 2, left);
        words(svg, message, left + right / 2, right);
        return svg.close().closeLine().bytes();
    }

    /// The color of the message, which repeats what the words say.
    public String color() {
        return switch (tone) {
            case GOOD -> "#17693a";
            case BAD -> "#a3152b";
            case WARN -> "#7a4b00";
            case NONE -> "#767676";
        };
    }

    private static void ground(MarkupWriter svg, int x, int width, String fill) {
        svg.empty("rect", "x", text(x), "width", text(width), "height", text(HEIGHT), "fill", fill);
    }

    private static void words(MarkupWriter svg, String words, int middle, int width) {
        svg.element(
                "text",
                words,
                "x",
                text(middle),
                "y",
                "14",
                "textLength",
                text(Math.max(1, width - 2 * PADDING)),
                "lengthAdjust",
                "spacingAndGlyphs");
    }

    private static int width(String words) {
        return Math.max(1, words.codePointCount(0, words.length()) * WIDTH / 10) + 2 * PADDING;
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST - 1)) + "…";
    }

    private static String text(int number) {
        return Integer.toString(number);
    }
}
