package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.server.AnthropicWire;
import dev.throughline.harness.server.Wire;
import dev.throughline.trace.Category;
import dev.throughline.verdict.Outcome;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static dev.throughline.probe.Edits.each;
import static dev.throughline.probe.Edits.text;
import static dev.throughline.probe.Edits.type;
import static dev.throughline.probe.Edits.without;

/// The defects of Anthropic clients.
final class AnthropicMutants {
    private static final Wire WIRE = new AnthropicWire();

    private AnthropicMutants() {}

    static Stream<Mutant> all() {
        return Stream.of(
                think("strips reasoning", without(type("thinking")), Outcome.MISSING),
                think("moves reasoning into the text", each(type("thinking"), AnthropicMutants::asText), Outcome.MOVED),
                think(
                        "truncates",
                        each(type("thinking"), block -> text(block, "thinking", AnthropicMutants::half)),
                        Outcome.TRUNCATED),
                think("trims white space", each(block -> true, AnthropicMutants::trim), Outcome.MODIFIED)
                        .also(Category.CONTENT, Outcome.MODIFIED),
                think("reorders blocks", Defect.in(AnthropicMutants::reversed), Outcome.REORDERED)
                        .also(Category.TOOL_IN, Outcome.REORDERED)
                        .also(Category.TOOL_ID, Outcome.REORDERED)
                        .also(Category.CONTENT, Outcome.REORDERED),
                think("keeps only the first block", Defect.in(AnthropicMutants::onlyFirst), Outcome.PARTIAL)
                        .in("interleaved"),
                think(
                        "drops the signature",
                        each(type("thinking"), block -> block.remove("signature")),
                        Outcome.SIGNATURE_LOST),
                think(
                        "alters the signature",
                        each(type("thinking"), block -> text(block, "signature", signature -> "A" + signature)),
                        Outcome.SIGNATURE_ALTERED),
                Mutant.of("mints new tool ids", WIRE, minted(), Category.TOOL_ID, Outcome.MODIFIED),
                Mutant.of(
                        "adds a field to the input",
                        WIRE,
                        each(
                                type("tool_use"),
                                block -> block.withObjectProperty("input").put("is_background", false)),
                        Category.TOOL_IN,
                        Outcome.MODIFIED));
    }

    private static Mutant think(String name, Defect defect, Outcome outcome) {
        return Mutant.of(name, WIRE, defect, Category.THINK, outcome);
    }

    private static void asText(ObjectNode block) {
        String thought = block.path("thinking").textValue();
        block.removeAll();
        block.put("type", "text").put("text", "<thinking>" + thought + "</thinking>");
    }

    private static String half(String text) {
        return text.substring(0, text.length() / 2);
    }

    private static void trim(ObjectNode block) {
        text(block, "thinking", Edits::trimmed);
        if (type("text").test(block)) {
            text(block, "text", Edits::trimmed);
        }
    }

    private static ArrayNode reversed(ArrayNode history) {
        answers(history).forEach(content -> {
            List<JsonNode> blocks = Edits.elements(content);
            Collections.reverse(blocks);
            Edits.replace(content, blocks);
        });
        return history;
    }

    private static ArrayNode onlyFirst(ArrayNode history) {
        answers(history).forEach(content -> {
            List<JsonNode> blocks = Edits.elements(content);
            boolean[] seen = {false};
            blocks.removeIf(block -> {
                boolean isThinking = block.path("type").asText().equals("thinking");
                boolean isLater = isThinking && seen[0];
                seen[0] |= isThinking;
                return isLater;
            });
            Edits.replace(content, blocks);
        });
        return history;
    }

    private static List<ArrayNode> answers(ArrayNode history) {
        return Edits.blocks(history).stream()
                .filter(Edits.assistant())
                .map(message -> (ArrayNode) message.path("content"))
                .toList();
    }

    private static Defect minted() {
        Map<String, String> minted = new HashMap<>();
        return each(block -> true, block -> {
            Edits.mint(block, "tool_use_id", minted);
            if (type("tool_use").test(block)) {
                Edits.mint(block, "id", minted);
            }
        });
    }
}
