package dev.throughline.filter;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.text.Json;
import java.io.IOException;
import java.util.Optional;

/// Converts the text of an argument to JSON: as JSON, as a Python literal, or as JSON inside a JSON string with or
/// without its quotes; a text that does not fit its schema becomes a string. Numbers keep their digits.
final class ArgumentValue {
    private ArgumentValue() {}

    /// The value of a text under a schema, as JSON text. A text that is already JSON is kept as written.
    static String json(String text, ArgumentSchema schema) {
        if (container(text).filter(kind -> schema.isOpen() || schema.fits(kind)).isPresent()) {
            return text.strip();
        }
        Optional<JsonNode> parsed = parse(text);
        if (parsed.isPresent() && (schema.isOpen() || schema.fits(parsed.get()))) {
            return text.strip();
        }
        return parsed.or(() -> PythonLiteral.parse(text))
                .filter(value -> schema.isOpen() || schema.fits(value))
                .or(() -> parsed.flatMap(outer -> inside(outer, schema)))
                .or(() -> unescaped(text, schema))
                .map(ArgumentValue::write)
                .orElseGet(() -> JsonStringEscaper.quoted(text));
    }

    /// The value of a JSON text; empty if it is not JSON.
    static Optional<JsonNode> parse(String text) {
        try {
            JsonNode node = Json.EXACT.readTree(text);
            return node == null || node.isMissingNode() ? Optional.empty() : Optional.of(node);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /// The value of a JSON text or a Python literal; empty if it is neither.
    static Optional<JsonNode> literal(String text) {
        return parse(text).or(() -> PythonLiteral.parse(text));
    }

    /// An empty node of the same kind if a text is a single JSON object or array; builds no tree of it,
    /// since it may be large.
    private static Optional<JsonNode> container(String text) {
        try (JsonParser parser = Json.EXACT.createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == null || !first.isStructStart()) {
                return Optional.empty();
            }
            boolean isWhole = parser.skipChildren().nextToken() == null;
            JsonNode kind =
                    first == JsonToken.START_ARRAY ? Json.EXACT.createArrayNode() : Json.EXACT.createObjectNode();
            return isWhole ? Optional.of(kind) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// JSON inside a JSON string, if the schema does not allow a string.
    private static Optional<JsonNode> inside(JsonNode outer, ArgumentSchema schema) {
        if (!outer.isTextual() || schema.allowsString()) {
            return Optional.empty();
        }
        return parse(outer.textValue()).filter(schema::fits);
    }

    /// An array or object written as the inside of a JSON string, `[{\"id\": 1}]`, if the schema does not
    /// allow a string.
    private static Optional<JsonNode> unescaped(String text, ArgumentSchema schema) {
        String stripped = text.strip();
        boolean isContainer = stripped.startsWith("[") || stripped.startsWith("{");
        if (!isContainer || stripped.indexOf('\\') < 0) {
            return Optional.empty();
        }
        return parse('"' + stripped + '"').flatMap(outer -> inside(outer, schema));
    }

    /// A tree as JSON text.
    static String write(JsonNode node) {
        try {
            return Json.EXACT.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree could not be written", e);
        }
    }
}
