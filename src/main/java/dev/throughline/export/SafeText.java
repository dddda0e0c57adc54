package dev.throughline.export;

/// Removes characters that XML forbids and most readers cannot handle.
///
/// Control characters other than tab, line feed and carriage return, unpaired surrogates and U+FFFE, U+FFFF
/// become U+FFFD. The result can be encoded as UTF-8 and is valid in XML 1.0. Source: Extensible Markup
/// Language 1.0, production 2 (Char).
final class SafeText {
    private static final int REPLACEMENT = 0xFFFD;

    private SafeText() {}

    static String of(String text) {
        return text.codePoints().allMatch(SafeText::isSafe)
                ? text
                : text.codePoints()
                        .map(point -> isSafe(point) ? point : REPLACEMENT)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
    }

    private static boolean isSafe(int point) {
        if (point < 0x20) {
            return point == '\t' || point == '\n' || point == '\r';
        }
        boolean isControl = point >= 0x7F && point < 0xA0;
        boolean isHalf = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
        return !isControl && !isHalf && (point & 0xFFFE) != 0xFFFE;
    }
}
