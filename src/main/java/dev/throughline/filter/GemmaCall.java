package dev.throughline.filter;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the arguments of a call in Gemma's notation: objects with bare keys, strings between quote markers. They are
/// passed on as JSON as they arrive.
final class GemmaCall extends CallBody {
    private static final int LONGEST_WORD = 256;

    private enum Place {
        KEY,
        VALUE,
        STRING,
        SCALAR,
        NEXT
    }

    private final CallWriter calls;
    private final String quote;
    private final Pattern close;
    private final BitSet objects = new BitSet();
    private final BitSet filled = new BitSet();
    private final StringBuilder word = new StringBuilder();
    private int depth;
    private Place place = Place.KEY;

    /// The call has begun; its opener ends in the brace of its arguments.
    GemmaCall(CallWriter calls, String quote, Pattern close) {
        this.calls = calls;
        this.quote = quote;
        this.close = close;
        push('{');
    }

    @Override
    int read(String text, int from, boolean isOver) {
        state = State.WAITS;
        int at = from;
        while (at < text.length() && state == State.WAITS) {
            Place before = place;
            int next = place == Place.STRING ? string(text, at, isOver) : unit(text, at, isOver);
            if (next == at && place == before) {
                break;
            }
            at = next;
        }
        return at;
    }

    private int string(String text, int from, boolean isOver) {
        int at = text.indexOf(quote.charAt(0), from);
        int end = at < 0 ? text.length() : at;
        if (end > from) {
            calls.raw(JsonStringEscaper.escaped(text.substring(from, end)));
            return end;
        }
        int left = Math.min(quote.length(), text.length() - at);
        if (!text.regionMatches(at, quote, 0, left)) {
            calls.raw(JsonStringEscaper.escaped(text.substring(at, at + 1)));
            return at + 1;
        }
        if (left < quote.length()) {
            return isOver ? text.length() : at;
        }
        calls.raw("\"");
        place = Place.NEXT;
        return at + left;
    }

    private int unit(String text, int at, boolean isOver) {
        char unit = text.charAt(at);
        if (Character.isWhitespace(unit) && place != Place.KEY && place != Place.SCALAR) {
            return at + 1;
        }
        return switch (place) {
            case KEY -> key(unit, at);
            case VALUE -> value(text, at, isOver);
            case SCALAR -> scalar(unit, at);
            default -> next(text, at, isOver);
        };
    }

    private int key(char unit, int at) {
        if (unit == ':') {
            String key = word.toString().strip();
            calls.raw((filled.get(depth) ? "," : "") + JsonStringEscaper.quoted(unquoted(key)) + ":");
            filled.set(depth);
            place = Place.VALUE;
            return key.isEmpty() ? fail(at) : at + 1;
        }
        if (unit == '}' && word.toString().isBlank()) {
            return pop('}', at);
        }
        word.append(unit);
        return word.length() > LONGEST_WORD || unit == '<' && word.toString().isBlank() ? fail(at) : at + 1;
    }

    private String unquoted(String key) {
        String bare = key.replace(quote, "");
        return bare.length() > 1 && bare.startsWith("\"") && bare.endsWith("\"")
                ? bare.substring(1, bare.length() - 1)
                : bare;
    }

    private int value(String text, int at, boolean isOver) {
        char unit = text.charAt(at);
        if (unit == ']' && !objects.get(depth) && !filled.get(depth)) {
            return pop(']', at);
        }
        int left = Math.min(quote.length(), text.length() - at);
        boolean isQuote = text.regionMatches(at, quote, 0, left);
        if (isQuote && left < quote.length() && !isOver) {
            return at;
        }
        if (!objects.get(depth) && filled.get(depth)) {
            calls.raw(",");
        }
        filled.set(depth);
        if (isQuote) {
            calls.raw("\"");
            place = Place.STRING;
            return at + left;
        }
        if (unit == '{' || unit == '[') {
            push(unit);
            return at + 1;
        }
        word.setLength(0);
        place = Place.SCALAR;
        return at;
    }

    private int scalar(char unit, int at) {
        if (unit == ',' || unit == '}' || unit == ']' || unit == '<') {
            String json = word.toString().strip();
            boolean isJson = ArgumentValue.parse(json).isPresent();
            String literal = PythonLiteral.parse(json).map(ArgumentValue::write).orElse(JsonStringEscaper.quoted(json));
            calls.raw(isJson ? json : literal);
            place = Place.NEXT;
            return json.isEmpty() ? fail(at) : at;
        }
        word.append(unit);
        return word.length() > LONGEST_WORD ? fail(at) : at + 1;
    }

    private int next(String text, int at, boolean isOver) {
        char unit = text.charAt(at);
        if (unit == ',') {
            word.setLength(0);
            place = objects.get(depth) ? Place.KEY : Place.VALUE;
            return at + 1;
        }
        if (unit == '}' || unit == ']') {
            return pop(unit, at);
        }
        Matcher closer = close.matcher(text).region(at, text.length());
        boolean isClosed = closer.lookingAt();
        if (!isClosed && closer.hitEnd() && !isOver) {
            return at;
        }
        if (!isClosed) {
            return fail(at);
        }
        finish();
        return at;
    }

    /// Closes what is open.
    private void finish() {
        while (depth > 0) {
            calls.raw(objects.get(depth) ? "}" : "]");
            depth--;
        }
        calls.close();
        state = State.DONE;
    }

    private void push(char unit) {
        objects.set(++depth, unit == '{');
        filled.clear(depth);
        word.setLength(0);
        calls.raw(String.valueOf(unit));
        place = unit == '{' ? Place.KEY : Place.VALUE;
    }

    private int pop(char unit, int at) {
        if (objects.get(depth) != (unit == '}')) {
            return fail(at);
        }
        calls.raw(String.valueOf(unit));
        depth--;
        place = Place.NEXT;
        if (depth == 0) {
            calls.close();
            state = State.DONE;
        }
        return at + 1;
    }

    @Override
    boolean end(boolean isCut) {
        if (!isCut && place == Place.NEXT) {
            finish();
            return true;
        }
        calls.close();
        return false;
    }
}
