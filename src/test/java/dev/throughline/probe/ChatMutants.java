package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.server.ChatWire;
import dev.throughline.harness.server.Wire;
import dev.throughline.trace.Category;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import static dev.throughline.probe.Edits.assistant;
import static dev.throughline.probe.Edits.each;
import static dev.throughline.probe.Edits.text;

/// The defects of OpenAI chat clients.
final class ChatMutants {
    private static final Wire WIRE = new ChatWire();
    private static final String FIELD = "reasoning_content";

    private ChatMutants() {}

    static Stream<Mutant> all() {
        return Stream.of(
                think("strips reasoning", message -> message.remove(FIELD), Outcome.MISSING),
                mutant("keeps only the last reasoning", Defect.in(ChatMutants::keepLast), Outcome.MISSING),
                think("moves reasoning into a content part", ChatMutants::moveIntoContent, Outcome.MOVED),
                think("copies reasoning into a content part", ChatMutants::copyIntoContent, Outcome.DUPLICATED),
                think("keeps reasoning where nobody reads it", ChatMutants::nest, Outcome.MOVED),
                think("renames the field", message -> rename(message, false), Outcome.RENAMED),
                think("leaves the field empty beside an alias", message -> rename(message, true), Outcome.SHADOWED),
                mutant("trims white space", each(assistant(), ChatMutants::trim), Outcome.MODIFIED)
                        .also(Category.CONTENT, Outcome.MODIFIED),
                think("truncates", message -> text(message, FIELD, ChatMutants::half), Outcome.TRUNCATED),
                Mutant.of("mints new tool ids", WIRE, minted(), Category.TOOL_ID, Outcome.MODIFIED),
                reserialising(),
                Mutant.of(
                        "adds a field to arguments",
                        WIRE,
                        each(assistant(), message -> arguments(message, ChatMutants::withBackground)),
                        Category.TOOL_IN,
                        Outcome.MODIFIED));
    }

    private static Mutant think(String name, Consumer<ObjectNode> edit, Outcome outcome) {
        return mutant(name, each(assistant(), edit), outcome);
    }

    private static Mutant mutant(String name, Defect defect, Outcome outcome) {
        return Mutant.of(name, WIRE, defect, Category.THINK, outcome);
    }

    private static Mutant reserialising() {
        Defect defect = each(assistant(), message -> arguments(message, JsonNode::toPrettyString));
        return new Mutant("re-serialises arguments", WIRE, "tools", defect, Verdict.PASS, Map.of());
    }

    private static ArrayNode keepLast(ArrayNode history) {
        List<ObjectNode> answers =
                Edits.blocks(history).stream().filter(assistant()).toList();
        answers.stream().limit(Math.max(0, answers.size() - 1)).forEach(message -> message.remove(FIELD));
        return history;
    }

    private static void moveIntoContent(ObjectNode message) {
        copyIntoContent(message);
        message.remove(FIELD);
    }

    private static void nest(ObjectNode message) {
        JsonNode reasoning = message.remove(FIELD);
        if (reasoning != null) {
            message.putObject("provider_specific_fields")
                    .putArray("thoughts")
                    .addObject()
                    .set("text", reasoning);
        }
    }

    private static void copyIntoContent(ObjectNode message) {
        JsonNode reasoning = message.get(FIELD);
        JsonNode content = message.path("content");
        ArrayNode parts = message.putArray("content");
        if (reasoning != null) {
            parts.addObject().put("type", "text").put("text", "<thinking>" + reasoning.textValue() + "</thinking>");
        }
        if (content.isTextual()) {
            parts.addObject().put("type", "text").put("text", content.textValue());
        }
    }

    private static void rename(ObjectNode message, boolean leaveEmpty) {
        JsonNode reasoning = message.remove(FIELD);
        if (reasoning != null) {
            message.set("reasoning", reasoning);
            if (leaveEmpty) {
                message.put(FIELD, "");
            }
        }
    }

    private static void trim(ObjectNode message) {
        text(message, FIELD, Edits::trimmed);
        text(message, "content", Edits::trimmed);
    }

    private static String half(String text) {
        return text.substring(0, text.length() / 2);
    }

    private static Defect minted() {
        Map<String, String> minted = new HashMap<>();
        return each(message -> true, message -> {
            Edits.mint(message, "tool_call_id", minted);
            message.path("tool_calls").forEach(call -> Edits.mint((ObjectNode) call, "id", minted));
        });
    }

    private static void arguments(ObjectNode message, java.util.function.Function<JsonNode, String> rewrite) {
        for (JsonNode call : message.path("tool_calls")) {
            ObjectNode function = (ObjectNode) call.path("function");
            text(function, "arguments", old -> rewrite.apply(Wire.parse(old)));
        }
    }

    private static String withBackground(JsonNode input) {
        return ((ObjectNode) input).put("is_background", false).toString();
    }
}
