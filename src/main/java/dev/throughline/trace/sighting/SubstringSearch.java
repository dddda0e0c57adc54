package dev.throughline.trace.sighting;

/// Searches a text for another one in linear time, whatever they contain (Knuth, Morris, Pratt).
final class SubstringSearch {
    private SubstringSearch() {}

    static boolean contains(String text, String piece) {
        if (piece.length() > text.length()) {
            return false;
        }
        int[] borders = borders(piece);
        int matched = 0;
        for (int i = 0; i < text.length() && matched < piece.length(); i++) {
            while (matched > 0 && text.charAt(i) != piece.charAt(matched)) {
                matched = borders[matched - 1];
            }
            matched += text.charAt(i) == piece.charAt(matched) ? 1 : 0;
        }
        return matched == piece.length();
    }

    /// For each prefix of the pattern the length of its longest border: a proper prefix that is also its
    /// suffix.
    private static int[] borders(String piece) {
        int[] borders = new int[piece.length()];
        int length = 0;
        for (int i = 1; i < piece.length(); i++) {
            while (length > 0 && piece.charAt(i) != piece.charAt(length)) {
                length = borders[length - 1];
            }
            length += piece.charAt(i) == piece.charAt(length) ? 1 : 0;
            borders[i] = length;
        }
        return borders;
    }
}
