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

/// JSON that is difficult to parse: trees, damaged trees and text that only resembles JSON.
final class RandomJson {
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

    private RandomJson() {}

    static JsonNode number(SeededChoices seededChoices) {
        String text = seededChoices.of(NUMBERS);
        return text.chars().allMatch(unit -> unit == '-' || Character.isDigit(unit))
                ? MAKE.numberNode(new BigInteger(text))
                : MAKE.numberNode(new BigDecimal(text));
    }

    /// Any value; names and texts come from the dialects often enough to be read.
    static JsonNode any(SeededChoices seededChoices, List<String> words, int depth) {
        return switch (seededChoices.below(depth > 0 ? 10 : 7)) {
            case 0 -> MAKE.nullNode();
            case 1 -> MAKE.booleanNode(seededChoices.oneIn(2));
            case 2 -> number(seededChoices);
            case 3 -> MAKE.textNode(HostileTexts.any(seededChoices));
            case 4, 5 -> MAKE.textNode(seededChoices.of(words));
            case 6 -> seededChoices.make(MAKE::objectNode, MAKE::arrayNode);
            case 7 -> array(seededChoices, words, depth);
            default -> object(seededChoices, words, depth);
        };
    }

    private static ArrayNode array(SeededChoices seededChoices, List<String> words, int depth) {
        ArrayNode array = MAKE.arrayNode();
        for (int i = seededChoices.length(4); i > 0; i--) {
            array.add(any(seededChoices, words, depth - 1));
        }
        return array;
    }

    static ObjectNode object(SeededChoices seededChoices, List<String> words, int depth) {
        ObjectNode object = MAKE.objectNode();
        for (int i = seededChoices.length(5); i > 0; i--) {
            object.set(name(seededChoices, words), any(seededChoices, words, depth - 1));
        }
        return object;
    }

    private static String name(SeededChoices seededChoices, List<String> words) {
        return seededChoices.oneIn(8)
                ? HostileTexts.soup(seededChoices, HostileTexts.NASTY, 3)
                : seededChoices.of(words);
    }

    /// The same tree with some nodes replaced, removed, doubled, renamed or wrapped.
    static JsonNode damaged(JsonNode tree, SeededChoices seededChoices, List<String> words) {
        JsonNode damaged = tree.deepCopy();
        for (int i = seededChoices.length(4); i > 0; i--) {
            List<ContainerNode<?>> places = new ArrayList<>();
            containers(damaged, places);
            if (!places.isEmpty()) {
                damage(seededChoices.of(places), seededChoices, words);
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

    private static void damage(ContainerNode<?> place, SeededChoices seededChoices, List<String> words) {
        if (place instanceof ObjectNode object) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            String name =
                    names.isEmpty() || seededChoices.oneIn(5) ? name(seededChoices, words) : seededChoices.of(names);
            switch (seededChoices.below(5)) {
                case 0 -> object.remove(name);
                case 1 ->
                    object.set(name(seededChoices, words), object.path(name).deepCopy());
                case 2 ->
                    object.set(name, MAKE.arrayNode().add(object.path(name).deepCopy()));
                default -> object.set(name, any(seededChoices, words, 3));
            }
        } else if (place instanceof ArrayNode array) {
            int at = seededChoices.below(array.size() + 1);
            switch (seededChoices.below(4)) {
                case 0 -> array.remove(at);
                case 1 -> array.insert(at, any(seededChoices, words, 3));
                default -> {
                    if (!array.isEmpty()) {
                        array.insert(
                                at, array.get(seededChoices.below(array.size())).deepCopy());
                    }
                }
            }
        }
    }

    /// A tree as text: now and then with a value that no tree can hold, or with damaged bytes.
    static byte[] written(JsonNode tree, SeededChoices seededChoices) {
        byte[] bytes = StrictJson.write(tree);
        if (seededChoices.oneIn(10)) {
            return HostileTexts.damaged(bytes, seededChoices);
        }
        if (seededChoices.oneIn(10) && bytes.length < LONGEST_REPLACED) {
            List<String> texts = leaves(tree);
            String written = new String(bytes, StandardCharsets.UTF_8);
            return texts.isEmpty()
                    ? bytes
                    : written.replace(seededChoices.of(texts), seededChoices.of(RAW))
                            .getBytes(StandardCharsets.UTF_8);
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
                return InputShrinker.json(object).map(StrictJson::write);
            }
        } catch (IOException _) {
            return InputShrinker.bytes(body);
        }
        return InputShrinker.bytes(body);
    }
}
