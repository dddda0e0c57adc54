package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/// Parses the literals that models fall back to: `True`, `False`, `None`, quoted strings, lists, tuples,
/// dictionaries, and numbers as in JSON. Anything else is not a literal.
final class PythonLiteral {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEEPEST = 64;

    private final String text;
    private int at;

    private PythonLiteral(String text) {
        this.text = text;
    }

    static Optional<JsonNode> parse(String text) {
        var literal = new PythonLiteral(text);
        try {
            JsonNode value = literal.value(0);
            literal.space();
            return literal.at == text.length() ? Optional.of(value) : Optional.empty();
        } catch (NoLiteral e) {
            return Optional.empty();
        }
    }

    private static final class NoLiteral extends Exception {
        private static final long serialVersionUID = 1L;

        NoLiteral() {
            super(null, null, false, false);
        }
    }

    private JsonNode value(int depth) throws NoLiteral {
        space();
        if (at >= text.length() || depth > DEEPEST) {
            throw new NoLiteral();
        }
        return switch (text.charAt(at)) {
            case '[' -> sequence(']', depth);
            case '(' -> sequence(')', depth);
            case '{' -> dictionary(depth);
            case '\'', '"' -> NODES.textNode(string());
            default -> word();
        };
    }

    private JsonNode sequence(char end, int depth) throws NoLiteral {
        ArrayNode array = NODES.arrayNode();
        at++;
        while (!closes(end)) {
            array.add(value(depth + 1));
            separator(end);
        }
        return array;
    }

    private JsonNode dictionary(int depth) throws NoLiteral {
        ObjectNode object = NODES.objectNode();
        at++;
        while (!closes('}')) {
            JsonNode key = value(depth + 1);
            expect(':');
            object.set(key.asText(), value(depth + 1));
            separator('}');
        }
        return object;
    }

    private boolean closes(char end) throws NoLiteral {
        space();
        if (at >= text.length()) {
            throw new NoLiteral();
        }
        if (text.charAt(at) == end) {
            at++;
            return true;
        }
        return false;
    }

    private void separator(char end) throws NoLiteral {
        space();
        if (at < text.length() && text.charAt(at) == ',') {
            at++;
        } else if (at >= text.length() || text.charAt(at) != end) {
            throw new NoLiteral();
        }
    }

    private void expect(char wanted) throws NoLiteral {
        space();
        if (at >= text.length() || text.charAt(at) != wanted) {
            throw new NoLiteral();
        }
        at++;
    }

    private String string() throws NoLiteral {
        char quote = text.charAt(at++);
        var value = new StringBuilder();
        while (at < text.length()) {
            char unit = text.charAt(at++);
            if (unit == quote) {
                return value.toString();
            }
            if (unit == '\\') {
                escape(value);
            } else {
                value.append(unit);
            }
        }
        throw new NoLiteral();
    }

    private void escape(StringBuilder value) throws NoLiteral {
        if (at >= text.length()) {
            throw new NoLiteral();
        }
        char unit = text.charAt(at++);
        switch (unit) {
            case 'n' -> value.append('\n');
            case 't' -> value.append('\t');
            case 'r' -> value.append('\r');
            case '\\', '\'', '"' -> value.append(unit);
            case 'x' -> value.append((char) hex(2));
            case 'u' -> value.append((char) hex(4));
            case 'U' -> value.appendCodePoint(codePoint());
            // Python keeps invalid escapes.
            default -> value.append('\\').append(unit);
        }
    }

    private int codePoint() throws NoLiteral {
        int point = hex(8);
        if (!Character.isValidCodePoint(point)) {
            throw new NoLiteral();
        }
        return point;
    }

    private int hex(int digits) throws NoLiteral {
        int value = 0;
        for (int end = at + digits; at < end; at++) {
            int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
            if (digit < 0) {
                throw new NoLiteral();
            }
            value = value << 4 | digit;
        }
        return value;
    }

    private JsonNode word() throws NoLiteral {
        int from = at;
        while (at < text.length() && ",:]}) \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(from, at);
        return switch (word) {
            case "True" -> NODES.booleanNode(true);
            case "False" -> NODES.booleanNode(false);
            case "None" -> NODES.nullNode();
            default -> ArgumentValue.parse(word).filter(JsonNode::isValueNode).orElseThrow(NoLiteral::new);
        };
    }

    private void space() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
