package dev.throughline.filter;

/// Parses names of tools and arguments between tags. The two characters `\` `n` count as white space there.
final class CallName {
    private static final int LONGEST = 128;

    private CallName() {}

    /// The name, of 1 to 128 characters; empty for none.
    static String of(CharSequence text) {
        String trimmed = trim(text);
        return isName(trimmed) ? trimmed : "";
    }

    private static boolean isName(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isNameUnit(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= LONGEST;
    }

    /// The text without surrounding white space.
    static String trim(CharSequence text) {
        int from = skipSpace(text, 0);
        int to = text.length();
        while (to > from) {
            if (Character.isWhitespace(text.charAt(to - 1))) {
                to--;
            } else if (to - 2 >= from && text.charAt(to - 2) == '\\' && text.charAt(to - 1) == 'n') {
                to -= 2;
            } else {
                break;
            }
        }
        return text.subSequence(from, to).toString();
    }

    private static int skipSpace(CharSequence text, int from) {
        int at = from;
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at))) {
                at++;
            } else if (text.charAt(at) == '\\' && at + 1 < text.length() && text.charAt(at + 1) == 'n') {
                at += 2;
            } else {
                break;
            }
        }
        return at;
    }

    /// Whether a name may contain this character.
    static boolean isNameUnit(char unit) {
        return unit >= 'a' && unit <= 'z'
                || unit >= 'A' && unit <= 'Z'
                || unit >= '0' && unit <= '9'
                || "_.:/-".indexOf(unit) >= 0;
    }
}
