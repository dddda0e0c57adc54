package dev.throughline.wire.anthropic;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/// Closes truncated arguments so that they form an object: the longest prefix that can be closed. A key
/// without its value is removed. Single pass; the text up to the cut is assumed to be JSON.
final class TruncatedJsonRepair {
    private static final Pattern SCALAR = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][-+]?\\d+)?|true|false|null");

    private final String text;
    /// The pending closers, innermost first.
    private final Deque<Character> due = new ArrayDeque<>();

    private boolean isKey;
    /// Start of the current string or scalar, or -1.
    private int began = -1;
    private boolean isString;
    /// The text can be closed up to here.
    private int whole;
    /// Start of an incomplete escape, or of the first half of a surrogate pair without its second;
    /// otherwise -1.
    private int half = -1;

    private TruncatedJsonRepair(String text) {
        this.text = text;
    }

    /// @param input the text of an object, truncated anywhere behind its first brace
    static String closed(String input) {
        return new TruncatedJsonRepair(input).close();
    }

    private String close() {
        for (int i = 0; i < text.length(); i++) {
            i = isString ? inString(i) : outside(i, text.charAt(i));
        }
        if (due.isEmpty()) {
            return text;
        }
        var closed = new StringBuilder();
        if (isString && !isKey) {
            closed.append(text, 0, half < 0 ? text.length() : half).append('"');
        } else {
            closed.append(text, 0, isScalar() ? text.length() : whole);
        }
        due.forEach(closed::append);
        return closed.toString();
    }

    private boolean isScalar() {
        return !isString && began >= 0 && SCALAR.matcher(text.substring(began)).matches();
    }

    /// @return the index of the last character read
    private int inString(int i) {
        char c = text.charAt(i);
        if (c == '"') {
            isString = false;
            half = -1;
            began = -1;
            whole = isKey ? whole : i + 1;
            return i;
        }
        if (c != '\\') {
            half = -1;
            return i;
        }
        return escape(i);
    }

    private int escape(int i) {
        int end = i + 1 < text.length() && text.charAt(i + 1) == 'u' ? i + 5 : i + 1;
        if (end >= text.length()) {
            half = half < 0 ? i : half;
            return text.length();
        }
        boolean isFirstOfPair =
                end == i + 5 && "89abAB".indexOf(text.charAt(i + 3)) >= 0 && "dD".indexOf(text.charAt(i + 2)) >= 0;
        half = isFirstOfPair ? i : -1;
        return end;
    }

    private int outside(int i, char c) {
        switch (c) {
            case '{' -> open(i, '}');
            case '[' -> open(i, ']');
            case '}', ']' -> {
                due.poll();
                complete(i + 1);
            }
            case ',' -> {
                if (began >= 0) {
                    complete(i);
                }
                isKey = !due.isEmpty() && due.peek() == '}';
            }
            case ':' -> isKey = false;
            case '"' -> {
                isString = true;
                began = i;
            }
            default -> {
                if (began < 0 && !Character.isWhitespace(c)) {
                    began = i;
                }
            }
        }
        return i;
    }

    private void open(int i, char closer) {
        due.push(closer);
        isKey = closer == '}';
        complete(i + 1);
    }

    private void complete(int end) {
        began = -1;
        whole = end;
    }
}
