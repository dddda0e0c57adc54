package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads calls written in Python with keyword arguments, one or several. Strings are passed on as they arrive, other
/// literals at their end.
final class PythonCalls extends CallBody {
    private static final Pattern NEXT_CALL = Pattern.compile("([A-Za-z_][\\w.]{0,127})\\s{0,64}\\(");
    private static final Pattern NEXT_KEY = Pattern.compile("([A-Za-z_]\\w{0,127})\\s{0,64}=(?!=)");
    private static final Pattern ESCAPE =
            Pattern.compile("\\\\(?:x\\p{XDigit}{2}|u\\p{XDigit}{4}|U\\p{XDigit}{8}|[^xuU])");

    private enum Place {
        ARGUMENTS,
        VALUE,
        STRING,
        LITERAL,
        BETWEEN
    }

    private final Host host;
    private final CallWriter calls;
    private final StringBuilder literal = new StringBuilder();
    private Place place = Place.ARGUMENTS;
    private String key = "";
    private char quote;
    private char innerQuote;
    private boolean isEscaped;
    private int depth;
    private String space = "";

    /// The first call has begun, up to its parenthesis.
    PythonCalls(Host host, CallWriter calls) {
        this.host = host;
        this.calls = calls;
    }

    @Override
    int read(String text, int from, boolean isOver) {
        state = State.WAITS;
        int at = from;
        while (at < text.length() && state == State.WAITS) {
            Place before = place;
            int next = switch (place) {
                case STRING -> string(text, at, isOver);
                case LITERAL -> literal(text, at);
                case ARGUMENTS -> arguments(text, at, isOver);
                case VALUE -> value(text.charAt(at), at);
                case BETWEEN -> between(text, at, isOver);
            };
            if (next == at && place == before) {
                break;
            }
            at = next;
        }
        return at;
    }

    private int arguments(String text, int at, boolean isOver) {
        char unit = text.charAt(at);
        if (Character.isWhitespace(unit) || unit == ',') {
            return at + 1;
        }
        if (unit == ')') {
            calls.end(false);
            place = Place.BETWEEN;
            space = "";
            state = State.ENDED;
            return at + 1;
        }
        Matcher found = NEXT_KEY.matcher(text).region(at, text.length());
        boolean isKey = found.lookingAt();
        if (found.hitEnd() && !isOver) {
            return at;
        }
        if (!isKey) {
            return fail(at);
        }
        key = found.group(1);
        place = Place.VALUE;
        return found.end();
    }

    private int value(char unit, int at) {
        if (Character.isWhitespace(unit)) {
            return at + 1;
        }
        if ((unit == '"' || unit == '\'') && !calls.has(key)) {
            quote = unit;
            calls.openString(key);
            place = Place.STRING;
            return at + 1;
        }
        literal.setLength(0);
        depth = 0;
        innerQuote = 0;
        place = Place.LITERAL;
        return at;
    }

    private int string(String text, int from, boolean isOver) {
        int at = from;
        while (at < text.length() && text.charAt(at) != quote && text.charAt(at) != '\\') {
            at++;
        }
        if (at > from) {
            calls.stringText(text.substring(from, at));
            return at;
        }
        if (text.charAt(at) == quote) {
            calls.closeString();
            place = Place.ARGUMENTS;
            return at + 1;
        }
        Matcher escape = ESCAPE.matcher(text).region(at, text.length());
        boolean isWhole = escape.lookingAt();
        if (!isWhole && escape.hitEnd() && !isOver) {
            return at;
        }
        int end = isWhole ? escape.end() : Math.min(at + 2, text.length());
        String written = text.substring(at, end);
        calls.stringText(PythonLiteral.parse("'" + written + "'")
                .map(JsonNode::textValue)
                .orElse(written));
        return end;
    }

    private int literal(String text, int from) {
        int at = from;
        while (at < text.length()) {
            char unit = text.charAt(at);
            boolean isEnd = innerQuote == 0 && depth == 0 && (unit == ',' || unit == ')');
            if (isEnd) {
                literal.append(text, from, at);
                return literalEnds(at);
            }
            nest(unit);
            at++;
        }
        literal.append(text, from, at);
        return at;
    }

    private void nest(char unit) {
        if (isEscaped) {
            isEscaped = false;
        } else if (innerQuote != 0) {
            isEscaped = unit == '\\';
            innerQuote = unit == innerQuote ? 0 : innerQuote;
        } else if (unit == '"' || unit == '\'') {
            innerQuote = unit;
        } else if ("([{".indexOf(unit) >= 0) {
            depth++;
        } else if (")]}".indexOf(unit) >= 0) {
            depth--;
        }
    }

    private int literalEnds(int at) {
        Optional<JsonNode> value = ArgumentValue.literal(literal.toString().strip());
        if (value.isEmpty()) {
            return fail(at);
        }
        if (!calls.has(key)) {
            calls.pair(key, ArgumentValue.write(value.get()));
        }
        place = Place.ARGUMENTS;
        return at;
    }

    private int between(String text, int at, boolean isOver) {
        char unit = text.charAt(at);
        if (Character.isWhitespace(unit)) {
            space += space.length() < 64 ? unit : "";
            return at + 1;
        }
        if (unit == ',' || unit == ';') {
            return at + 1;
        }
        Matcher next = NEXT_CALL.matcher(text).region(at, text.length());
        boolean isCall = next.lookingAt();
        if (!isCall && next.hitEnd() && !isOver) {
            return at;
        }
        if (isCall) {
            place = Place.ARGUMENTS;
            return host.begin(next.group(1)) ? next.end() : fail(at);
        }
        state = State.DONE;
        if (Character.isLetterOrDigit(unit) && !space.isEmpty()) {
            host.space(space);
        }
        return unit == ']' ? at + 1 : at;
    }

    @Override
    boolean end(boolean isCut) {
        if (place != Place.BETWEEN) {
            calls.end(true);
        }
        return place == Place.BETWEEN;
    }
}
