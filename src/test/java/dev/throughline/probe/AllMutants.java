package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.throughline.harness.server.AnthropicWire;
import dev.throughline.harness.server.ChatWire;
import dev.throughline.harness.server.ResponsesWire;
import dev.throughline.harness.server.Wire;
import dev.throughline.trace.Category;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Verdict;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/// Every reference client and mutant.
final class AllMutants {
    private AllMutants() {}

    static Stream<Wire> wires() {
        return Stream.of(new ChatWire(), new AnthropicWire(), new ResponsesWire());
    }

    static Stream<Arguments> references() {
        return wires().flatMap(wire -> Stream.of(
                        "chat", "tools", "parallel", "interleaved", "ends", "steps", "resume", "switch", "abort")
                .map(scenario -> Arguments.of(wire, scenario)));
    }

    static Stream<Mutant> mutants() {
        return Stream.of(ChatMutants.all(), AnthropicMutants.all(), ResponsesMutants.all(), everywhere(), hidden())
                .flatMap(all -> all);
    }

    /// Defects that show in their own scenario alone.
    static Stream<Mutant> hidden() {
        return Stream.of(
                        wires().flatMap(AllMutants::ends),
                        wires().flatMap(AllMutants::steps),
                        wires().flatMap(AllMutants::moments),
                        Stream.of(new AnthropicWire(), new ResponsesWire())
                                .flatMap(wire -> Stream.of(
                                        Mutant.of(
                                                        "drops empty thoughts",
                                                        wire,
                                                        Edits.without(Edits::isEmptyThought),
                                                        Category.THINK,
                                                        Outcome.MISSING)
                                                .in("ends"),
                                        Mutant.of(
                                                        "puts thoughts in front of calls",
                                                        wire,
                                                        Defect.in(Edits::thoughtsFirst),
                                                        Category.THINK,
                                                        Outcome.REORDERED)
                                                .in("interleaved"))))
                .flatMap(all -> all);
    }

    private static Stream<Mutant> steps(Wire wire) {
        return Stream.of(
                Mutant.of(
                                "cuts thoughts from the thirtieth on",
                                wire,
                                Defect.in(history -> Edits.keepThoughts(history, (place, _) -> place < 29)),
                                Category.THINK,
                                Outcome.MISSING)
                        .in("steps"),
                Mutant.of(
                                "keeps the last twenty thoughts",
                                wire,
                                Defect.in(history -> Edits.keepThoughts(history, (place, all) -> place >= all - 20)),
                                Category.THINK,
                                Outcome.MISSING)
                        .in("steps"));
    }

    /// Defects of what happens between turns.
    private static Stream<Mutant> moments(Wire wire) {
        Defect loses = Defect.in(history -> Edits.keepThoughts(history, (_, _) -> false));
        return Stream.of(
                Mutant.of(
                                "loses thoughts on resume",
                                wire,
                                Defect.once(Defect.Moment.RESUMED, loses),
                                Category.THINK,
                                Outcome.MISSING)
                        .in("resume"),
                Mutant.of(
                                "loses thoughts on a switch of the model",
                                wire,
                                Defect.once(Defect.Moment.MODEL_CHANGED, loses),
                                Category.THINK,
                                Outcome.MISSING)
                        .in("switch"),
                Mutant.of(
                                "loses thoughts after an interruption",
                                wire,
                                Defect.once(Defect.Moment.ABORTED, loses),
                                Category.THINK,
                                Outcome.MISSING)
                        .in("abort"));
    }

    private static Stream<Mutant> ends(Wire wire) {
        return Stream.of(
                ends("trims the ends", wire, String::strip, Outcome.TRIMMED),
                ends("trims the end", wire, String::stripTrailing, Outcome.TRIMMED),
                ends("writes other line ends", wire, text -> text.replace("\r\n", "\n"), Outcome.MODIFIED)
                        .also(Category.THINK, Outcome.MODIFIED, Outcome.TRIMMED),
                ends("takes tags for markup", wire, text -> text.replaceAll("</?think>", ""), Outcome.MODIFIED),
                ends("collapses spaces", wire, text -> text.replaceAll("(?<=\\S) {2,}(?=\\S)", " "), Outcome.MODIFIED),
                ends(
                        "cuts long thoughts",
                        wire,
                        text -> text.substring(0, Math.min(text.length(), 4_000)),
                        Outcome.TRUNCATED));
    }

    private static Mutant ends(String name, Wire wire, UnaryOperator<String> change, Outcome outcome) {
        return Mutant.of(name, wire, Edits.thoughts(change), Category.THINK, outcome)
                .in("ends");
    }

    /// Defects that do not depend on the dialect.
    static Stream<Mutant> everywhere() {
        return wires().flatMap(wire -> Stream.of(
                new Mutant("sends each request twice", wire, "tools", Defect.repeated(2), Verdict.PASS, Map.of()),
                new Mutant("begins a new session", wire, "tools", Defect.forgetful(), Verdict.INCONCLUSIVE, Map.of())));
    }

    /// From the second user turn on, everything before it is a summary in a user message.
    static ArrayNode compacted(Wire wire, ArrayNode history) {
        int lastUser = -1;
        for (int i = 0; i < history.size(); i++) {
            JsonNode message = history.get(i);
            if (message.path("role").asText().equals("user")
                    && message.path("content").isTextual()) {
                lastUser = i;
            }
        }
        if (lastUser <= 0) {
            return history;
        }
        ArrayNode shortened = Wire.JSON.createArrayNode();
        wire.user(shortened, "Summary of what was said before: " + history.get(1));
        for (int i = lastUser; i < history.size(); i++) {
            shortened.add(history.get(i));
        }
        return shortened;
    }

    /// Every assistant message or item twice in a row.
    static ArrayNode doubled(ArrayNode history) {
        ArrayNode doubled = Wire.JSON.createArrayNode();
        for (JsonNode message : history) {
            doubled.add(message);
            if (!message.path("role").asText().equals("user")) {
                doubled.add(message.deepCopy());
            }
        }
        return doubled;
    }
}
