package dev.throughline.render.tokenizer;

/// The classes of characters by which texts are cut into words, one byte per character of the basic plane.
/// Source: Unicode general categories as the JDK has them, and the property White_Space.
public final class CharacterClasses {
    /// `\p{L}`.
    static final int LETTER = 1;
    /// `\p{N}`.
    static final int NUMBER = 2;
    /// `\s`.
    static final int SPACE = 4;
    /// `\p{M}`.
    public static final int MARK = 8;
    /// `\p{Lu}` and `\p{Lt}`.
    static final int UPPER = 16;
    /// `\p{Ll}`.
    static final int LOWER = 32;
    /// Carriage return and line feed.
    static final int NEWLINE = 64;

    private static final byte[] BASIC = basic();

    private CharacterClasses() {}

    /// The classes of the code point, as bits.
    public static int of(int codePoint) {
        return codePoint < BASIC.length ? BASIC[codePoint] : compute(codePoint);
    }

    /// The classes of the code point at `at`, in a text that ends at `to`.
    static int at(String text, int at, int to) {
        char unit = text.charAt(at);
        return Character.isHighSurrogate(unit) ? of(codePointAt(text, at, to)) : BASIC[unit];
    }

    /// The code point at `at`; half of a pair counts alone.
    public static int codePointAt(String text, int at, int to) {
        char unit = text.charAt(at);
        return Character.isHighSurrogate(unit) && at + 1 < to && Character.isLowSurrogate(text.charAt(at + 1))
                ? Character.toCodePoint(unit, text.charAt(at + 1))
                : unit;
    }

    /// The place behind the code point at `at`.
    public static int next(String text, int at, int to) {
        return at + Character.charCount(codePointAt(text, at, to));
    }

    /// The end of the run of characters that have one of `classes`.
    static int runEnd(String text, int at, int to, int classes) {
        int end = at;
        while (end < to && (at(text, end, to) & classes) != 0) {
            end = next(text, end, to);
        }
        return end;
    }

    /// Property White_Space; all such characters are in the basic plane.
    public static boolean isSpace(int codePoint) {
        return codePoint >= 9 && codePoint <= 13
                || codePoint == ' '
                || codePoint == 0x85
                || codePoint == 0xA0
                || codePoint == 0x1680
                || codePoint >= 0x2000 && codePoint <= 0x200A
                || codePoint == 0x2028
                || codePoint == 0x2029
                || codePoint == 0x202F
                || codePoint == 0x205F
                || codePoint == 0x3000;
    }

    /// `\w` of Unicode Technical Standard 18, annex C.
    public static boolean isWord(int codePoint) {
        int type = Character.getType(codePoint);
        return Character.isAlphabetic(codePoint)
                || type == Character.DECIMAL_DIGIT_NUMBER
                || type == Character.CONNECTOR_PUNCTUATION
                || (of(codePoint) & MARK) != 0
                || codePoint == 0x200C
                || codePoint == 0x200D;
    }

    /// `\p{P}`, and the ASCII characters that Rust's `is_ascii_punctuation` adds.
    static boolean isPunctuation(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> "$+<=>^`|~".indexOf(codePoint) >= 0;
        };
    }

    private static byte[] basic() {
        byte[] found = new byte[0x10000];
        for (int unit = 0; unit < found.length; unit++) {
            found[unit] = (byte) compute(unit);
        }
        return found;
    }

    private static int compute(int codePoint) {
        int space = isSpace(codePoint) ? SPACE : 0;
        int newline = codePoint == '\n' || codePoint == '\r' ? NEWLINE : 0;
        return space | newline | category(Character.getType(codePoint));
    }

    private static int category(int type) {
        return switch (type) {
            case Character.UPPERCASE_LETTER, Character.TITLECASE_LETTER -> LETTER | UPPER;
            case Character.LOWERCASE_LETTER -> LETTER | LOWER;
            case Character.MODIFIER_LETTER, Character.OTHER_LETTER -> LETTER;
            case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> NUMBER;
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK -> MARK;
            default -> 0;
        };
    }
}
