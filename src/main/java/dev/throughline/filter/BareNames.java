package dev.throughline.filter;

import java.util.BitSet;
import java.util.Set;
import java.util.TreeSet;

/// Finds names of declared tools in text: a name directly before a call's arguments is a call whose opener was lost.
/// Source: vllm-project/vllm#40782, where a server left the opener out as a special token.
final class BareNames {
    /// White space between a name and its arguments.
    private static final int MOST_SPACE = 64;

    private static final int TABLE = 1 << 12;

    private final TreeSet<String> names;
    private final BitSet beginnings = new BitSet(TABLE);
    private final int longest;

    BareNames(Set<String> declared) {
        names = new TreeSet<>(declared);
        longest = names.stream().mapToInt(String::length).max().orElse(0);
        names.stream().filter(name -> !name.isEmpty()).forEach(name -> {
            beginnings.set(place(name, 0, 1));
            beginnings.set(place(name, 0, Math.min(2, name.length())));
        });
    }

    /// Where a name begins that ends at a place, with white space behind it at most; the place for none.
    /// @param before the character before the text
    int ending(String source, int from, int to, char before) {
        int end = behindName(source, from, to);
        int start = start(source, from, end);
        return isWhole(source, start, from, before) && names.contains(source.substring(start, end)) ? start : to;
    }

    /// Where the end of a text begins that more text may make such a name; its length for none.
    /// @param before the character before the text
    int beginning(String source, int from, char before) {
        int to = source.length();
        if (names.isEmpty()) {
            return to;
        }
        int end = behindName(source, from, to);
        int start = start(source, from, end);
        if (start == end
                || !beginnings.get(place(source, start, Math.min(start + 2, end)))
                || !isWhole(source, start, from, before)) {
            return to;
        }
        String text = source.substring(start, end);
        String name = names.ceiling(text);
        return name != null && (end == to ? name.startsWith(text) : name.equals(text)) ? start : to;
    }

    private static int behindName(String source, int from, int to) {
        int end = to;
        while (end > from && to - end < MOST_SPACE && Character.isWhitespace(source.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    private int start(String source, int from, int end) {
        int start = end;
        while (start > from && end - start <= longest && isOfName(source.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    private static boolean isWhole(String source, int start, int from, char before) {
        return !isOfName(start > from ? source.charAt(start - 1) : before);
    }

    private static boolean isOfName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.' || c == '/';
    }

    private static int place(String text, int from, int to) {
        return text.charAt(from) * 61 + (to - from > 1 ? text.charAt(from + 1) : 0) & TABLE - 1;
    }
}
