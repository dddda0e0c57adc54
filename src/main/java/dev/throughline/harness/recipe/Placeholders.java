package dev.throughline.harness.recipe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Fills `{{name}}` in the texts of a recipe.
public final class Placeholders {
    /// Placeholders of every check; `binary` only where the client is a program.
    static final List<String> GENERAL = List.of(
            "openai",
            "anthropic",
            "key",
            "model",
            "home",
            "work",
            "cache",
            "client",
            "dialect",
            "variant",
            "version",
            "prompt1",
            "prompt2",
            "prompt3",
            "model2",
            "binary");

    /// Additional placeholders in the check of a gateway.
    static final List<String> OF_GATEWAYS = List.of("port", "route");

    /// Additional placeholders in the check of a model server.
    static final List<String> OF_SERVERS = List.of("port", "scripted");

    private static final Pattern FORM = Pattern.compile("\\{\\{([a-zA-Z0-9]+)}}");

    private final Map<String, String> values = new HashMap<>();
    private final Map<String, JsonNode> trees = new HashMap<>();

    /// A copy with the same values.
    public Placeholders copy() {
        Placeholders copy = new Placeholders();
        copy.values.putAll(values);
        copy.trees.putAll(trees);
        return copy;
    }

    /// A value that is JSON; a text may have placeholders that have a value already.
    public Placeholders put(String name, JsonNode value) {
        if (value.isTextual()) {
            return put(name, fill(value.textValue()));
        }
        trees.put(name, fill(value));
        return this;
    }

    public Placeholders put(String name, String value) {
        values.put(name, value);
        return this;
    }

    /// The names of a text's placeholders.
    static Set<String> namesIn(String text) {
        Set<String> names = new TreeSet<>();
        FORM.matcher(text).results().forEach(found -> names.add(found.group(1)));
        return names;
    }

    /// The text with its placeholders filled.
    /// @throws RecipeException for a placeholder without a value
    public String fill(String text) {
        return FORM.matcher(text).replaceAll(match -> Matcher.quoteReplacement(value(match.group(1))));
    }

    /// A text of the user's with the placeholders that have a value filled; all others are kept.
    public String fillKnown(String text) {
        return FORM.matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(values.getOrDefault(match.group(1), match.group())));
    }

    /// A copy of a tree in which an element of an array, or a field by its name, that has a placeholder which
    /// only the others have a value for is written once for each of them.
    /// @param each others, all with the same names, that have all values of this one too
    public JsonNode fill(JsonNode node, List<Placeholders> each) {
        return switch (node) {
            case ObjectNode object -> {
                ObjectNode filled = object.objectNode();
                object.properties().forEach(field -> {
                    if (isFilled(field.getKey())) {
                        filled.set(fill(field.getKey()), fill(field.getValue(), each));
                    } else {
                        each.forEach(one -> filled.set(one.fill(field.getKey()), one.fill(field.getValue())));
                    }
                });
                yield filled;
            }
            case ArrayNode array -> {
                ArrayNode filled = array.arrayNode();
                array.forEach(element -> {
                    if (isFilled(element.toString())) {
                        filled.add(fill(element, each));
                    } else {
                        each.forEach(one -> filled.add(one.fill(element)));
                    }
                });
                yield filled;
            }
            case JsonNode value -> fill(value);
        };
    }

    private boolean isFilled(String text) {
        return namesIn(text).stream().allMatch(name -> values.containsKey(name) || trees.containsKey(name));
    }

    /// A copy of a tree with the placeholders of its texts and field names filled.
    public JsonNode fill(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                ObjectNode filled = object.objectNode();
                object.properties().forEach(field -> filled.set(fill(field.getKey()), fill(field.getValue())));
                yield filled;
            }
            case ArrayNode array -> {
                ArrayNode filled = array.arrayNode();
                array.forEach(element -> filled.add(fill(element)));
                yield filled;
            }
            case JsonNode value
            when value.isTextual() -> {
                Matcher whole = FORM.matcher(value.textValue());
                JsonNode tree = whole.matches() ? trees.get(whole.group(1)) : null;
                yield tree == null ? TextNode.valueOf(fill(value.textValue())) : tree;
            }
            case JsonNode value -> value;
        };
    }

    private String value(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new RecipeException("no value for the placeholder {{" + name + "}}; known: " + values.keySet());
        }
        return value;
    }
}
