package dev.throughline.filter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Optional;

/// Turns the text of an argument into JSON: as JSON, as a Python literal, as JSON inside a JSON string; a text that
/// does
/// not fit its schema stays a string. Numbers keep their digits.
final class ArgumentValue {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private ArgumentValue() {}

    /// The value of a text under a schema, as JSON text.
    static String json(String text, ArgumentSchema schema) {
        return write(value(text, schema));
    }

    /// The value of a JSON text; empty when it is none.
    static Optional<JsonNode> parse(String text) {
        try {
            JsonNode node = JSON.readTree(text);
            return node == null || node.isMissingNode() ? Optional.empty() : Optional.of(node);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /// The value of a JSON text or a Python literal; empty when it is neither.
    static Optional<JsonNode> literal(String text) {
        return parse(text).or(() -> PythonLiteral.parse(text));
    }

    private static JsonNode value(String text, ArgumentSchema schema) {
        Optional<JsonNode> value = literal(text);
        if (!schema.isOpen()) {
            Optional<JsonNode> found = value;
            value = value.filter(schema::fits).or(() -> found.flatMap(outer -> inside(outer, schema)));
        }
        return value.orElseGet(() -> TextNode.valueOf(text));
    }

    /// JSON inside a JSON string, where no string is wanted.
    private static Optional<JsonNode> inside(JsonNode outer, ArgumentSchema schema) {
        if (!outer.isTextual() || schema.allowsString()) {
            return Optional.empty();
        }
        return parse(outer.textValue()).filter(schema::fits);
    }

    /// A tree as JSON text.
    static String write(JsonNode node) {
        try {
            return JSON.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree could not be written", e);
        }
    }
}
