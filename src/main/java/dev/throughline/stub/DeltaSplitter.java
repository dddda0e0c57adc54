package dev.throughline.stub;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Splits a text into deltas: never inside a code point, otherwise anywhere.
final class DeltaSplitter {
    private static final int LONGEST = 12;

    private DeltaSplitter() {}

    /// Pieces of 1 to 12 code points, the same for the same seed.
    static List<String> anywhere(String text, RandomGenerator random) {
        List<String> pieces = new ArrayList<>(text.length() / 4 + 1);
        int from = 0;
        while (from < text.length()) {
            int points = Math.min(1 + random.nextInt(LONGEST), text.codePointCount(from, text.length()));
            int to = text.offsetByCodePoints(from, points);
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }

    /// One piece per word, including the white space after it.
    static List<String> words(String text) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < text.length() - 1; at++) {
            char unit = text.charAt(at);
            if (unit == ' ' || unit == '\n') {
                pieces.add(text.substring(from, at + 1));
                from = at + 1;
            }
        }
        if (from < text.length()) {
            pieces.add(text.substring(from));
        }
        return pieces;
    }
}
