package dev.throughline.render.tokenizer;

/// English contractions such as `'s` and `'ll`.
enum Contractions {
    NONE,
    /// In lower case.
    EXACT,
    /// In any case; U+017F is an `s`.
    ANY_CASE;

    /// The end of the contraction that begins at `at`, or `at` for none.
    int end(String text, int at, int to) {
        if (this == NONE || at + 1 >= to || text.charAt(at) != '\'') {
            return at;
        }
        char first = folded(text.charAt(at + 1));
        if (first == 's' || first == 't' || first == 'm' || first == 'd') {
            return at + 2;
        }
        char second = at + 2 < to ? folded(text.charAt(at + 2)) : 0;
        boolean isTwo = first == 'r' && second == 'e' || first == 'v' && second == 'e' || first == 'l' && second == 'l';
        return isTwo ? at + 3 : at;
    }

    private char folded(char unit) {
        if (this == EXACT) {
            return unit;
        }
        return unit >= 'A' && unit <= 'Z' ? (char) (unit + 32) : unit == '\u017F' ? 's' : unit;
    }
}
