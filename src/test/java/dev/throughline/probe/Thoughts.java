package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// The reasoning in a history, whatever its dialect: a chat message with it, a block, or an item.
final class Thoughts {
    /// The fields that belong to reasoning and move with it.
    private static final List<String> CHAT_FIELDS = List.of("reasoning_content", "reasoning_details");

    private Thoughts() {}

    /// A piece of reasoning.
    /// @param siblings the array that holds it
    record Thought(ObjectNode object, ArrayNode siblings) {
        boolean isField() {
            return !object.has("type");
        }

        /// As it was issued.
        String text() {
            if (object.has("reasoning_content")) {
                return object.path("reasoning_content").asText();
            }
            if (object.has("thinking")) {
                return object.path("thinking").asText();
            }
            String field = object.has("reasoning_details") ? "reasoning_details" : "content";
            var text = new StringBuilder();
            object.path(field).forEach(part -> text.append(part.path("text").asText()));
            return text.toString();
        }

        void change(UnaryOperator<String> change) {
            Edits.text(object, "reasoning_content", change);
            Edits.text(object, "thinking", change);
            Stream<String> lists = isField() ? Stream.of("reasoning_details") : Stream.of("content", "summary");
            lists.forEach(field -> object.path(field).forEach(part -> Edits.text((ObjectNode) part, "text", change)));
        }

        void proof(UnaryOperator<String> change) {
            Edits.text(object, "signature", change);
            Edits.text(object, "encrypted_content", change);
            object.path("reasoning_details").forEach(part -> Edits.text((ObjectNode) part, "signature", change));
        }

        /// Takes it out of the history.
        /// @return what it was
        ObjectNode remove() {
            ObjectNode copy = object.deepCopy();
            if (!isField()) {
                List<JsonNode> others = Edits.elements(siblings);
                others.removeIf(element -> element == object);
                Edits.replace(siblings, others);
                return copy;
            }
            object.remove(CHAT_FIELDS);
            return copy.retain(CHAT_FIELDS);
        }

        /// Exchanges it with another one.
        void swap(Thought other) {
            ObjectNode mine = isField() ? object.deepCopy().retain(CHAT_FIELDS) : object.deepCopy();
            ObjectNode theirs = isField() ? other.object.deepCopy().retain(CHAT_FIELDS) : other.object.deepCopy();
            if (isField()) {
                object.setAll(theirs);
                other.object.setAll(mine);
            } else {
                object.removeAll().setAll(theirs);
                other.object.removeAll().setAll(mine);
            }
        }
    }

    /// All of a history that have a trace token, in order.
    static List<Thought> of(ArrayNode history) {
        List<Thought> found = new ArrayList<>();
        for (JsonNode message : history) {
            add(message, history, found);
            if (message.path("content") instanceof ArrayNode content && !message.has("type")) {
                content.forEach(block -> add(block, content, found));
            }
        }
        return found;
    }

    private static void add(JsonNode node, ArrayNode siblings, List<Thought> found) {
        boolean isChat = CHAT_FIELDS.stream().anyMatch(node::has);
        boolean isTyped =
                Set.of("thinking", "reasoning").contains(node.path("type").asText());
        var thought = new Thought((ObjectNode) node, siblings);
        if ((isChat || isTyped) && thought.text().contains("[THINK-")) {
            found.add(thought);
        }
    }

    /// The first two thoughts of each answer that has several.
    static List<List<Thought>> pairs(ArrayNode history) {
        List<List<Thought>> pairs = new ArrayList<>();
        List<Thought> all = of(history);
        for (int i = 0; i + 1 < all.size(); i++) {
            Thought first = all.get(i);
            Thought second = all.get(i + 1);
            boolean isSameArray = first.siblings() == second.siblings();
            if (isSameArray && !first.isField() && areOfOneAnswer(first, second)) {
                pairs.add(List.of(first, second));
                i++;
            }
        }
        return pairs;
    }

    /// Nothing of a user or a tool is between them.
    private static boolean areOfOneAnswer(Thought first, Thought second) {
        List<JsonNode> between = Edits.elements(first.siblings());
        int from = indexOf(between, first.object());
        int to = indexOf(between, second.object());
        return between.subList(from, to).stream()
                .noneMatch(element -> element.path("role").asText().equals("user")
                        || element.path("type").asText().endsWith("_output"));
    }

    static int indexOf(List<JsonNode> elements, JsonNode element) {
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) == element) {
                return i;
            }
        }
        return -1;
    }
}
