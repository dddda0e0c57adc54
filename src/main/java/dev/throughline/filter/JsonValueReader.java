package dev.throughline.filter;

import java.util.BitSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Passes one JSON value on while it is checked, in pieces cut anywhere. Control characters in strings are escaped and
/// Python's literals translated; anything else that is not JSON makes it invalid. Source: RFC 8259.
final class JsonValueReader {
    private static final int LONGEST_SCALAR = 1_024;
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?");

    private enum Expect {
        VALUE,
        FIRST,
        KEY,
        COLON,
        NEXT,
        STRING,
        SCALAR
    }

    private final Consumer<String> sink;
    private final BitSet objects = new BitSet();
    private final StringBuilder scalar = new StringBuilder();
    private int depth;
    private Expect expect = Expect.VALUE;
    private boolean isKey;
    private boolean isEscaped;
    private boolean isDone;
    private boolean isBad;
    private boolean isEmptyList;

    JsonValueReader(Consumer<String> sink) {
        this.sink = sink;
    }

    boolean isDone() {
        return isDone;
    }

    boolean isBad() {
        return isBad;
    }

    /// Reads on; returns the position behind the value, or behind what was read of it.
    int read(String text, int from, int to) {
        int kept = from;
        int at = from;
        while (at < to && !isDone && !isBad) {
            char unit = text.charAt(at);
            if (expect == Expect.STRING) {
                boolean isRaw = !isEscaped && unit < ' ' || isEscaped && "\"\\/bfnrtu".indexOf(unit) < 0;
                if (isRaw) {
                    pass(text, kept, at);
                    kept = isEscaped ? at : at + 1;
                    sink.accept(isEscaped ? "\\" : JsonStringEscaper.escaped(String.valueOf(unit)));
                }
                string(unit);
                at++;
            } else if (expect == Expect.SCALAR) {
                if (isDelimiter(unit)) {
                    scalar();
                    kept = at;
                } else {
                    scalar.append(unit);
                    isBad = scalar.length() > LONGEST_SCALAR;
                    at++;
                    kept = at;
                }
            } else {
                structure(unit);
                if (expect == Expect.SCALAR) {
                    pass(text, kept, at);
                    kept = at + 1;
                }
                at++;
            }
        }
        pass(text, kept, isBad ? Math.min(kept, at) : at);
        return at;
    }

    private void pass(String text, int from, int to) {
        if (to > from) {
            sink.accept(text.substring(from, to));
        }
    }

    private void string(char unit) {
        if (isEscaped) {
            isEscaped = false;
        } else if (unit == '\\') {
            isEscaped = true;
        } else if (unit == '"') {
            expect = isKey ? Expect.COLON : Expect.NEXT;
            isDone = depth == 0;
        }
    }

    private static boolean isDelimiter(char unit) {
        return ",]}:\"{[<".indexOf(unit) >= 0 || Character.isWhitespace(unit);
    }

    private void scalar() {
        String word = scalar.toString();
        String json = switch (word) {
            case "True" -> "true";
            case "False" -> "false";
            case "None" -> "null";
            default -> word;
        };
        isBad = !json.equals("true")
                && !json.equals("false")
                && !json.equals("null")
                && !NUMBER.matcher(json).matches();
        if (!isBad) {
            sink.accept(json);
            expect = Expect.NEXT;
            isDone = depth == 0;
        }
    }

    private void structure(char unit) {
        if (Character.isWhitespace(unit)) {
            return;
        }
        switch (expect) {
            case FIRST, KEY -> key(unit);
            case COLON -> {
                isBad = unit != ':';
                expect = Expect.VALUE;
            }
            case NEXT -> next(unit);
            default -> value(unit);
        }
    }

    private void key(char unit) {
        if (unit == '"') {
            isKey = true;
            expect = Expect.STRING;
        } else if (unit == '}' && expect == Expect.FIRST) {
            close(true);
        } else {
            isBad = true;
        }
    }

    private void next(char unit) {
        if (unit == ',') {
            expect = objects.get(depth) ? Expect.KEY : Expect.VALUE;
        } else {
            isBad = unit != '}' && unit != ']';
            close(unit == '}');
        }
    }

    private void close(boolean isObject) {
        isBad |= objects.get(depth) != isObject || depth == 0;
        depth--;
        expect = Expect.NEXT;
        isDone = !isBad && depth == 0;
    }

    private void value(char unit) {
        boolean mayEnd = isEmptyList;
        isEmptyList = false;
        switch (unit) {
            case '{', '[' -> {
                objects.set(++depth, unit == '{');
                expect = unit == '{' ? Expect.FIRST : Expect.VALUE;
                isEmptyList = unit == '[';
            }
            case '"' -> {
                isKey = false;
                expect = Expect.STRING;
            }
            case ']' -> {
                isBad = !mayEnd;
                close(false);
            }
            default -> {
                isBad = unit == '}' || isDelimiter(unit);
                scalar.setLength(0);
                scalar.append(unit);
                expect = Expect.SCALAR;
            }
        }
    }
}
