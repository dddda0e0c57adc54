package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.server.ResponsesWire;
import dev.throughline.harness.server.Wire;
import dev.throughline.trace.Category;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import static dev.throughline.probe.Edits.each;
import static dev.throughline.probe.Edits.text;
import static dev.throughline.probe.Edits.type;
import static dev.throughline.probe.Edits.without;

/// The defects of OpenAI Responses clients.
final class ResponsesMutants {
    private static final Wire WIRE = new ResponsesWire();

    private ResponsesMutants() {}

    static Stream<Mutant> all() {
        return Stream.of(
                think("strips reasoning", without(type("reasoning")), Outcome.MISSING),
                think(
                        "alters the encrypted content",
                        each(type("reasoning"), item -> text(item, "encrypted_content", text -> "A" + text)),
                        Outcome.SIGNATURE_ALTERED),
                think("truncates", each(type("reasoning"), ResponsesMutants::truncate), Outcome.TRUNCATED),
                Mutant.of("mints new tool ids", WIRE, minted(), Category.TOOL_ID, Outcome.MODIFIED),
                new Mutant(
                        "re-serialises arguments",
                        WIRE,
                        "tools",
                        each(
                                type("function_call"),
                                item -> text(
                                        item,
                                        "arguments",
                                        old -> Wire.parse(old).toPrettyString())),
                        Verdict.PASS,
                        Map.of()));
    }

    private static Mutant think(String name, Defect defect, Outcome outcome) {
        return Mutant.of(name, WIRE, defect, Category.THINK, outcome);
    }

    /// Cuts the readable forms and leaves out the sealed one.
    private static void truncate(ObjectNode item) {
        item.remove("encrypted_content");
        item.remove("summary");
        item.putArray("summary");
        for (JsonNode part : item.path("content")) {
            text((ObjectNode) part, "text", text -> text.substring(0, text.length() / 2));
        }
    }

    private static Defect minted() {
        Map<String, String> minted = new HashMap<>();
        return each(item -> true, item -> Edits.mint(item, "call_id", minted));
    }
}
