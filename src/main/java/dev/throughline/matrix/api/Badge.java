package dev.throughline.matrix.api;

import dev.throughline.export.FileTemplate;
import dev.throughline.export.Tone;
import java.util.List;
import java.util.Map;

/// A badge with a label and a message, as an SVG image or as data for shields.io.
///
/// @param label the subject
/// @param message the status
public record Badge(String label, String message, Tone tone) {
    private static final int LONGEST_LABEL = 60;
    /// The message names where a status holds.
    private static final int LONGEST_MESSAGE = 160;
    private static final int PADDING = 6;
    /// Width of a wide character in tenths of a pixel; `textLength` adjusts the text to fit.
    private static final int WIDTH = 67;

    public Badge {
        label = cut(label, LONGEST_LABEL);
        message = cut(message, LONGEST_MESSAGE);
    }

    public static Badge unknown(String label) {
        return new Badge(label, "unknown", Tone.NONE);
    }

    /// The SVG image. Texts are escaped; it loads and runs nothing.
    public byte[] svg() {
        int left = width(label);
        int right = width(message);
        return FileTemplate.render(
                "badge.svg",
                Map.of(
                        "title",
                        label + ": " + message,
                        "width",
                        left + right,
                        "halves",
                        List.of(new Half(label, 0, left, "#555555"), new Half(message, left, right, color()))));
    }

    /// A text on its ground; lengths are in pixels.
    public record Half(String text, int x, int width, String fill) {
        public int middle() {
            return x + width / 2;
        }

        public int textLength() {
            return Math.max(1, width - 2 * PADDING);
        }
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

    private static int width(String words) {
        return Math.max(1, words.codePointCount(0, words.length()) * WIDTH / 10) + 2 * PADDING;
    }

    private static String cut(String text, int longest) {
        return text.codePointCount(0, text.length()) <= longest
                ? text
                : text.substring(0, text.offsetByCodePoints(0, longest - 1)) + "…";
    }
}
