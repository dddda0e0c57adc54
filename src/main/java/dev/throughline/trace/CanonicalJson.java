package dev.throughline.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Compares JSON texts as values: white space and key order are ignored, numbers are compared by value.
public final class CanonicalJson {
    private CanonicalJson() {}

    /// The value of a text; empty when it is not Json.EXACT.
    public static Optional<JsonNode> parse(String text) {
        try {
            JsonNode node = Json.EXACT.readTree(text);
            return node.isMissingNode() ? Optional.empty() : Optional.of(node);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /// The canonical form shared by all texts of the same value; a text that is not JSON is returned unchanged.
    public static String canonical(String text) {
        return parse(text).map(node -> sorted(node).toString()).orElse(text);
    }

    /// A short description of what differs between two objects; empty if their values are equal.
    public static Optional<String> difference(JsonNode issued, JsonNode found) {
        if (same(issued, found)) {
            return Optional.empty();
        }
        if (!(issued instanceof ObjectNode before) || !(found instanceof ObjectNode after)) {
            return Optional.of("the value differs");
        }
        var words = new StringBuilder();
        after.fieldNames().forEachRemaining(name -> {
            if (!before.has(name)) {
                add(words, "field " + name + " was added");
            } else if (!same(before.get(name), after.get(name))) {
                add(words, "field " + name + " was changed");
            }
        });
        before.fieldNames().forEachRemaining(name -> {
            if (!after.has(name)) {
                add(words, "field " + name + " was removed");
            }
        });
        return Optional.of(words.toString());
    }

    /// Whether two equal values have their keys in the same order, at every depth.
    public static boolean haveSameOrder(JsonNode some, JsonNode other) {
        Iterator<String> names = other.fieldNames();
        for (Map.Entry<String, JsonNode> field : some.properties()) {
            if (!field.getKey().equals(names.next()) || !haveSameOrder(field.getValue(), other.get(field.getKey()))) {
                return false;
            }
        }
        for (int i = 0; some.isArray() && i < some.size(); i++) {
            if (!haveSameOrder(some.get(i), other.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean same(JsonNode some, JsonNode other) {
        return sorted(some).toString().equals(sorted(other).toString());
    }

    private static void add(StringBuilder words, String more) {
        words.append(words.isEmpty() ? "" : ", ").append(more);
    }

    private static JsonNode sorted(JsonNode node) {
        if (node instanceof ObjectNode object) {
            var fields = new TreeMap<String, JsonNode>();
            object.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
            ObjectNode sorted = object.objectNode();
            fields.forEach(sorted::set);
            return sorted;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode sorted = array.arrayNode();
            array.forEach(element -> sorted.add(sorted(element)));
            return sorted;
        }
        return node.isNumber() ? DecimalNode.valueOf(node.decimalValue().stripTrailingZeros()) : node;
    }
}
