package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/// Reads the fields of one object of a request; every error names the location (JSON pointer), what was
/// expected and what was found. A field that is `null` counts as absent.
public record FieldReader(ObjectNode object, String path) {
    /// A reader for the whole body.
    public static FieldReader of(ObjectNode body) {
        return new FieldReader(body, "");
    }

    /// A reader for an element of an array, or its error.
    public static FieldReader of(JsonNode element, String path) throws WireException {
        if (element instanceof ObjectNode object) {
            return new FieldReader(object, path);
        }
        throw wrong(path, "an object", element);
    }

    public boolean has(String name) {
        return object.hasNonNull(name);
    }

    public String string(String name) throws WireException {
        return optionalString(name).orElseThrow(() -> missing(name));
    }

    public Optional<String> optionalString(String name) throws WireException {
        return optional(name, JsonNode::isTextual, "a string").map(JsonNode::textValue);
    }

    public ArrayNode array(String name) throws WireException {
        return optionalArray(name).orElseThrow(() -> missing(name));
    }

    public Optional<ArrayNode> optionalArray(String name) throws WireException {
        return optional(name, JsonNode::isArray, "an array").map(ArrayNode.class::cast);
    }

    public Optional<FieldReader> optionalObject(String name) throws WireException {
        JsonNode value = object.get(name);
        return value == null || value.isNull() ? Optional.empty() : Optional.of(of(value, at(name)));
    }

    public OptionalInt optionalInt(String name) throws WireException {
        return optional(name, value -> value.isIntegralNumber() && value.canConvertToInt(), "an integer").stream()
                .mapToInt(JsonNode::intValue)
                .findFirst();
    }

    public boolean flag(String name) throws WireException {
        return optional(name, JsonNode::isBoolean, "true or false")
                .map(JsonNode::booleanValue)
                .orElse(false);
    }

    private Optional<JsonNode> optional(String name, Predicate<JsonNode> isExpected, String expected)
            throws WireException {
        JsonNode value = object.get(name);
        if (value == null || value.isNull()) {
            return Optional.empty();
        }
        if (!isExpected.test(value)) {
            throw wrong(at(name), expected, value);
        }
        return Optional.of(value);
    }

    /// The JSON pointer of a field of this object.
    public String at(String name) {
        return path + "/" + name.replace("~", "~0").replace("/", "~1");
    }

    /// The error for a missing required field.
    public WireException missing(String name) {
        return WireException.invalid(at(name), "The field " + at(name) + " is missing.");
    }

    /// The error for a value of the wrong type.
    public static WireException wrong(String pointer, String expected, JsonNode found) {
        String kind = found.getNodeType().name().toLowerCase(Locale.ROOT);
        return WireException.invalid(
                pointer, "The field " + pointer + " is " + kind + "; " + expected + " was expected.");
    }
}
