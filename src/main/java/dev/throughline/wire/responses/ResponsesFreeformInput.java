package dev.throughline.wire.responses;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.wire.ClientTools;
import dev.throughline.wire.StrictJson;

/// Extracts the input of a freeform tool from the arguments `{"input": "…"}` as they arrive, split
/// anywhere. Arguments of another form are parsed as a whole at the end; anything but such an object is
/// itself the input.
final class ResponsesFreeformInput {
    private static final String OPENING = "{\"" + ClientTools.INPUT + "\":\"";
    private static final int HEX_DIGITS = 4;

    private final StringBuilder raw = new StringBuilder();
    private final StringBuilder escape = new StringBuilder();
    /// Characters of the opening received so far, without white space.
    private int opened;
    private State state = State.OPENING;

    private enum State {
        OPENING,
        INPUT,
        OVER,
        /// Not of the usual form.
        OTHER
    }

    /// Takes more of the arguments; returns what they add to the input.
    String read(String fragment) {
        var input = new StringBuilder();
        for (int at = 0; at < fragment.length(); at++) {
            char unit = fragment.charAt(at);
            switch (state) {
                case OPENING -> open(unit);
                case INPUT -> input(unit, input);
                case OVER -> {}
                case OTHER -> raw.append(unit);
            }
        }
        return input.toString();
    }

    /// The rest of the input when the call ends.
    String end() {
        return state == State.OPENING || state == State.OTHER ? whole(raw.toString()) : "";
    }

    private static String whole(String arguments) {
        try {
            JsonNode object = StrictJson.MAPPER.readTree(arguments);
            JsonNode input = object.path(ClientTools.INPUT);
            // Models give the one argument the name of what it is: `patch`.
            JsonNode given = input.isMissingNode() && object.size() == 1
                    ? object.elements().next()
                    : input;
            return given.isTextual() ? given.textValue() : arguments;
        } catch (JsonProcessingException _) {
            return arguments;
        }
    }

    private void open(char unit) {
        raw.append(unit);
        boolean isBetween = opened < 2 || opened >= OPENING.length() - 2;
        if (unit == OPENING.charAt(opened)) {
            opened++;
        } else if (!isBetween || !Character.isWhitespace(unit)) {
            state = State.OTHER;
        }
        if (opened == OPENING.length()) {
            state = State.INPUT;
        }
    }

    private void input(char unit, StringBuilder input) {
        if (!escape.isEmpty()) {
            escape.append(unit);
            unescape(input);
        } else if (unit == '\\') {
            escape.append(unit);
        } else if (unit == '"') {
            state = State.OVER;
        } else {
            input.append(unit);
        }
    }

    private void unescape(StringBuilder input) {
        char kind = escape.charAt(1);
        if (kind == 'u' && escape.length() < 2 + HEX_DIGITS) {
            return;
        }
        switch (kind) {
            case 'n' -> input.append('\n');
            case 't' -> input.append('\t');
            case 'r' -> input.append('\r');
            case 'b' -> input.append('\b');
            case 'f' -> input.append('\f');
            case 'u' -> input.append(unit(escape.substring(2)));
            default -> input.append(kind);
        }
        escape.setLength(0);
    }

    private static char unit(String hex) {
        try {
            return (char) Integer.parseInt(hex, 16);
        } catch (NumberFormatException _) {
            return '\uFFFD';
        }
    }
}
