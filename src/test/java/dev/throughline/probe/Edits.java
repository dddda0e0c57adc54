package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The tools that defects are made of: edits of a history, whatever its dialect.
final class Edits {
    private Edits() {}

    /// A defect that edits every object of a type (`role` or `type` field), at any depth of messages and their
    /// content.
    static Defect each(Predicate<ObjectNode> which, Consumer<ObjectNode> edit) {
        return Defect.in(history -> {
            blocks(history).stream().filter(which).forEach(edit);
            return history;
        });
    }

    /// A defect that leaves objects out.
    static Defect without(Predicate<ObjectNode> which) {
        return Defect.in(history -> {
            remove(history, which);
            history.forEach(message -> {
                if (message.path("content") instanceof ArrayNode content) {
                    remove(content, which);
                }
            });
            return history;
        });
    }

    /// The objects of a history: messages or items, and the blocks of their content.
    static List<ObjectNode> blocks(ArrayNode history) {
        List<ObjectNode> found = new ArrayList<>();
        for (JsonNode message : history) {
            if (message instanceof ObjectNode object) {
                found.add(object);
                object.path("content").forEach(block -> {
                    if (block instanceof ObjectNode inner) {
                        found.add(inner);
                    }
                });
            }
        }
        return found;
    }

    /// Whether an object's `type` is this.
    static Predicate<ObjectNode> type(String type) {
        return object -> object.path("type").asText().equals(type);
    }

    /// Whether an object is an assistant's message.
    static Predicate<ObjectNode> assistant() {
        return object -> object.path("role").asText().equals("assistant");
    }

    /// Replaces a text field, where there is one.
    static void text(ObjectNode object, String field, UnaryOperator<String> change) {
        if (object.path(field).isTextual()) {
            object.put(field, change.apply(object.path(field).textValue()));
        }
    }

    /// A text without white space at the ends of it and of its lines.
    static String trimmed(String text) {
        return text.strip().lines().map(String::strip).collect(Collectors.joining("\n"));
    }

    /// A defect that changes the text of all reasoning, in whatever field a dialect has it.
    static Defect thoughts(UnaryOperator<String> change) {
        return each(object -> true, object -> {
            text(object, "reasoning_content", change);
            text(object, "thinking", change);
            if (type("reasoning").test(object)) {
                Stream.of("content", "summary")
                        .forEach(field -> object.path(field).forEach(part -> text((ObjectNode) part, "text", change)));
            }
        });
    }

    /// Leaves out thoughts.
    /// @param kept whether to keep one, by its place among all thoughts and their number
    static ArrayNode keepThoughts(ArrayNode history, BiPredicate<Integer, Integer> kept) {
        List<ObjectNode> thoughts = blocks(history).stream()
                .filter(object -> object.has("reasoning_content")
                        || type("thinking").test(object)
                        || type("reasoning").test(object))
                .toList();
        Set<ObjectNode> lost = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int place = 0; place < thoughts.size(); place++) {
            if (!kept.test(place, thoughts.size())) {
                lost.add(thoughts.get(place));
            }
        }
        lost.forEach(object -> object.remove("reasoning_content"));
        return without(object -> lost.contains(object) && object.has("type")).change(history);
    }

    /// Whether an object is reasoning without a readable text.
    static boolean isEmptyThought(ObjectNode object) {
        return type("thinking").test(object) && object.path("thinking").asText().isEmpty()
                || type("reasoning").test(object)
                        && object.path("content").isEmpty()
                        && object.path("summary").isEmpty();
    }

    /// Puts the reasoning of each answer in front of the rest of it.
    static ArrayNode thoughtsFirst(ArrayNode history) {
        blocks(history).stream()
                .filter(assistant())
                .forEach(message -> sortThoughts((ArrayNode) message.path("content")));
        sortThoughts(history);
        return history;
    }

    /// Sorts what is between two messages of a user, or between the results of calls.
    private static void sortThoughts(ArrayNode array) {
        List<JsonNode> sorted = new ArrayList<>();
        int start = 0;
        for (JsonNode element : elements(array)) {
            String type = element.path("type").asText();
            boolean isThought = type.equals("thinking") || type.equals("reasoning");
            sorted.add(isThought ? start : sorted.size(), element);
            if (isThought) {
                start++;
            } else if (element.path("role").asText().equals("user") || type.equals("function_call_output")) {
                start = sorted.size();
            }
        }
        replace(array, sorted);
    }

    /// Puts the same elements in another order.
    static void replace(ArrayNode array, List<JsonNode> elements) {
        array.removeAll();
        array.addAll(elements);
    }

    /// The elements of an array.
    static List<JsonNode> elements(ArrayNode array) {
        List<JsonNode> elements = new ArrayList<>();
        array.forEach(elements::add);
        return elements;
    }

    /// Replaces all old call ids by new ones, wherever they stand, the same new one for the same old one.
    static void mint(ObjectNode object, String field, Map<String, String> minted) {
        text(object, field, old -> minted.computeIfAbsent(old, id -> "call_minted" + minted.size()));
    }

    private static void remove(ArrayNode array, Predicate<ObjectNode> which) {
        List<JsonNode> kept = elements(array);
        kept.removeIf(element -> element instanceof ObjectNode object && which.test(object));
        replace(array, kept);
    }
}
