package dev.throughline.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.StrictJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// JSON that is hard on whoever reads it: trees, damaged trees and text that only resembles JSON.
final class Jsons {
    private static final JsonNodeFactory MAKE = JsonNodeFactory.instance;
    private static final JsonMapper LENIENT = StrictJson.LENIENT;
    private static final List<String> NUMBERS = List.of(
            "0",
            "-0",
            "1",
            "-1",
            "2147483648",
            "-2147483649",
            "9223372036854775808",
            "1.10",
            "1e5",
            "1e-400",
            "1e400000000",
            "-1E+2147483647",
            "1000e2147483640",
            "123456789012345678901234567890123456789012345678901234567890");
    private static final List<String> RAW = List.of(
            "1e9999999999",
            "1".repeat(5_000),
            "01",
            "NaN",
            "'x'",
            "\"\\ud800\"",
            "\"\\u0000\"",
            "\"\\x\"",
            "{\"a\":1,\"a\":2}",
            "{\"a\":1,}",
            "[".repeat(150) + "]".repeat(150),
            "[".repeat(100_000),
            "{\"a\":".repeat(50_000),
            "//",
            "\"");

    /// In a longer text a value may stand so often that the memory does not hold all that takes its place.
    private static final int LONGEST_REPLACED = 10_000;

    private Jsons() {}

    static JsonNode number(Chance chance) {
        String text = chance.of(NUMBERS);
        return text.chars().allMatch(unit -> unit == '-' || Character.isDigit(unit))
                ? MAKE.numberNode(new BigInteger(text))
                : MAKE.numberNode(new BigDecimal(text));
    }

    /// Any value; names and texts come from the dialects often enough to be read.
    static JsonNode any(Chance chance, List<String> words, int depth) {
        return switch (chance.below(depth > 0 ? 10 : 7)) {
            case 0 -> MAKE.nullNode();
            case 1 -> MAKE.booleanNode(chance.oneIn(2));
            case 2 -> number(chance);
            case 3 -> MAKE.textNode(Texts.any(chance));
            case 4, 5 -> MAKE.textNode(chance.of(words));
            case 6 -> chance.make(MAKE::objectNode, MAKE::arrayNode);
            case 7 -> array(chance, words, depth);
            default -> object(chance, words, depth);
        };
    }

    private static ArrayNode array(Chance chance, List<String> words, int depth) {
        ArrayNode array = MAKE.arrayNode();
        for (int i = chance.length(4); i > 0; i--) {
            array.add(any(chance, words, depth - 1));
        }
        return array;
    }

    static ObjectNode object(Chance chance, List<String> words, int depth) {
        ObjectNode object = MAKE.objectNode();
        for (int i = chance.length(5); i > 0; i--) {
            object.set(name(chance, words), any(chance, words, depth - 1));
        }
        return object;
    }

    private static String name(Chance chance, List<String> words) {
        return chance.oneIn(8) ? Texts.soup(chance, Texts.NASTY, 3) : chance.of(words);
    }

    /// The same tree with some nodes replaced, removed, doubled, renamed or wrapped.
    static JsonNode damaged(JsonNode tree, Chance chance, List<String> words) {
        JsonNode damaged = tree.deepCopy();
        for (int i = chance.length(4); i > 0; i--) {
            List<ContainerNode<?>> places = new ArrayList<>();
            containers(damaged, places);
            if (!places.isEmpty()) {
                damage(chance.of(places), chance, words);
            }
        }
        return damaged;
    }

    private static void containers(JsonNode node, List<ContainerNode<?>> found) {
        if (node instanceof ContainerNode<?> container) {
            found.add(container);
            container.forEach(child -> containers(child, found));
        }
    }

    private static void damage(ContainerNode<?> place, Chance chance, List<String> words) {
        if (place instanceof ObjectNode object) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            String name = names.isEmpty() || chance.oneIn(5) ? name(chance, words) : chance.of(names);
            switch (chance.below(5)) {
                case 0 -> object.remove(name);
                case 1 -> object.set(name(chance, words), object.path(name).deepCopy());
                case 2 ->
                    object.set(name, MAKE.arrayNode().add(object.path(name).deepCopy()));
                default -> object.set(name, any(chance, words, 3));
            }
        } else if (place instanceof ArrayNode array) {
            int at = chance.below(array.size() + 1);
            switch (chance.below(4)) {
                case 0 -> array.remove(at);
                case 1 -> array.insert(at, any(chance, words, 3));
                default -> {
                    if (!array.isEmpty()) {
                        array.insert(at, array.get(chance.below(array.size())).deepCopy());
                    }
                }
            }
        }
    }

    /// A tree as text: now and then with a value that no tree can hold, or with damaged bytes.
    static byte[] written(JsonNode tree, Chance chance) {
        byte[] bytes = StrictJson.write(tree);
        if (chance.oneIn(10)) {
            return Texts.damaged(bytes, chance);
        }
        if (chance.oneIn(10) && bytes.length < LONGEST_REPLACED) {
            List<String> texts = leaves(tree);
            String written = new String(bytes, StandardCharsets.UTF_8);
            return texts.isEmpty()
                    ? bytes
                    : written.replace(chance.of(texts), chance.of(RAW)).getBytes(StandardCharsets.UTF_8);
        }
        return bytes;
    }

    private static List<String> leaves(JsonNode tree) {
        List<String> leaves = new ArrayList<>();
        tree.forEach(child -> {
            if (child.isValueNode()) {
                leaves.add(new String(StrictJson.write(child), StandardCharsets.UTF_8));
            } else {
                leaves.addAll(leaves(child));
            }
        });
        return leaves;
    }

    /// Every name and short text of these trees.
    static List<String> words(Stream<? extends JsonNode> trees) {
        List<String> words = new ArrayList<>();
        trees.forEach(tree -> words(tree, words));
        return words.stream().distinct().toList();
    }

    private static void words(JsonNode tree, List<String> words) {
        tree.fieldNames().forEachRemaining(words::add);
        if (tree.isTextual()) {
            words.add(tree.textValue());
        }
        tree.forEach(child -> words(child, words));
    }

    static ObjectNode object(String json) {
        try {
            return (ObjectNode) LENIENT.readTree(json);
        } catch (IOException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    /// Simpler bodies: smaller trees where the bytes are JSON, fewer bytes where not.
    static Stream<byte[]> smaller(byte[] body) {
        try {
            if (LENIENT.readTree(body) instanceof ObjectNode object) {
                return Smaller.json(object).map(StrictJson::write);
            }
        } catch (IOException _) {
            return Smaller.bytes(body);
        }
        return Smaller.bytes(body);
    }
}
