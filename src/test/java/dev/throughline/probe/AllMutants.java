package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.throughline.verdict.Verdict;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/// Every reference client and mutant.
final class AllMutants {
    private AllMutants() {}

    static Stream<Wire> wires() {
        return Stream.of(new ChatWire(), new AnthropicWire(), new ResponsesWire());
    }

    static Stream<Arguments> references() {
        return wires().flatMap(wire ->
                Stream.of("chat", "tools", "parallel", "interleaved").map(scenario -> Arguments.of(wire, scenario)));
    }

    static Stream<Mutant> mutants() {
        return Stream.of(ChatMutants.all(), AnthropicMutants.all(), ResponsesMutants.all(), everywhere())
                .flatMap(all -> all);
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
