package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.server.Wire;
import dev.throughline.trace.Category;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.ItemVerdict;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What is no loss is said, and not held against a client.
class FairWordsIT {
    static Stream<Wire> wires() {
        return AllMutants.wires();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wires")
    void toolsThatDoNotRunLoseNoOutput(Wire wire) throws Exception {
        RunVerdict verdict = drive(wire, "interleaved", Defect.in(history -> {
            OddClients.mock(history);
            return history;
        }));

        assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo(Verdict.PASS);
        assertThat(verdict.capabilities().get(Capability.TOOL_OUT).status()).isEqualTo(Status.NOT_EXERCISED);
        assertThat(verdict.notes()).anyMatch(note -> note.startsWith("Tools did not run: "));
        assertThat(ofKind(verdict, Category.TOOL_OUT))
                .extracting(ItemVerdict::outcome)
                .containsOnly(Outcome.NOT_DUE);
    }

    /// After the line that the command prints first; in the last digits of the token; before its last digits.
    @ParameterizedTest(name = "{0}")
    @MethodSource("wires")
    void aToolThatRanLosesAnOutputThatIsCutOff(Wire wire) throws Exception {
        RunVerdict cut = drive(wire, "tools", outputs(out -> out.substring(0, out.indexOf('\n') + 5)));
        RunVerdict ended = drive(wire, "tools", outputs(out -> out.substring(0, out.length() - 4)));
        RunVerdict tail = drive(wire, "tools", outputs(out -> "…" + out.substring(out.length() - 11)));

        assertThat(List.of(cut, ended, tail)).allSatisfy(verdict -> {
            assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo(Verdict.FAIL);
            assertThat(losses(verdict)).containsOnly("TOOL_OUT MODIFIED");
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wires")
    void anOutputThatCameBackOnceIsLostWhenItIsCleared(Wire wire) throws Exception {
        RunVerdict verdict = drive(wire, "tools", Defect.in(history -> {
            List<ObjectNode> results = new ArrayList<>();
            OddClients.each(history, results::add);
            JsonNode last = history.get(history.size() - 1);
            boolean isLoop = !results.isEmpty()
                    && (last == results.getLast()
                            || last.path("content").path(0).has("tool_use_id"));
            (isLoop ? results.subList(0, results.size() - 1) : results)
                    .forEach(result -> OddClients.outputOf(result, _ -> "[Old tool result content cleared]"));
            return history;
        }));

        assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo(Verdict.FAIL);
        assertThat(losses(verdict)).containsOnly("TOOL_OUT MODIFIED");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wires")
    void anOutputThatCameBackOnceIsLostThoughNoOtherIsThere(Wire wire) throws Exception {
        RunVerdict verdict = drive(wire, "tools", Defect.in(history -> {
            List<ObjectNode> results = new ArrayList<>();
            OddClients.each(history, results::add);
            JsonNode last = history.get(history.size() - 1);
            boolean isFirstLoop = results.size() == 1
                    && (last == results.getLast()
                            || last.path("content").path(0).has("tool_use_id"));
            if (!isFirstLoop) {
                results.forEach(result -> OddClients.outputOf(result, _ -> "[cleared]"));
            }
            return history;
        }));

        assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo(Verdict.FAIL);
        assertThat(losses(verdict)).containsOnly("TOOL_OUT MODIFIED");
        assertThat(ofKind(verdict, Category.TOOL_OUT))
                .extracting(ItemVerdict::outcome)
                .contains(Outcome.NOT_DUE);
    }

    /// A result of several that is not its command's, while the others are.
    @ParameterizedTest(name = "{0}")
    @MethodSource("wires")
    void aResultWithoutItsOutputIsALossWhereOthersHaveTheirs(Wire wire) throws Exception {
        RunVerdict verdict = drive(wire, "interleaved", Defect.in(history -> {
            List<ObjectNode> results = new ArrayList<>();
            OddClients.each(history, results::add);
            for (int i = 0; i < results.size(); i += 3) {
                OddClients.outputOf(results.get(i), _ -> "");
            }
            return history;
        }));

        assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo(Verdict.FAIL);
        assertThat(losses(verdict)).containsOnly("TOOL_OUT MODIFIED");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wires")
    void argumentsWithOtherKeysFirstAreExactAndNoted(Wire wire) throws Exception {
        RunVerdict verdict = drive(wire, "tools", Defect.in(history -> {
            OddClients.REORDERS_KEYS.on(history, 0);
            return history;
        }));

        assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo(Verdict.PASS);
        assertThat(ofKind(verdict, Category.TOOL_IN)).allSatisfy(item -> {
            assertThat(item.outcome()).isEqualTo(Outcome.EXACT);
            assertThat(item.reason()).hasValue("its keys are in another order");
        });
        assertThat(verdict.notes()).anyMatch(note -> note.startsWith("The keys of "));
    }

    static Stream<Arguments> summaries() {
        return wires().flatMap(wire -> Stream.of("user", "assistant", "system")
                .flatMap(role -> Stream.of(true, false).map(isQuoting -> Arguments.of(wire, role, isQuoting))));
    }

    /// A summary with tokens is in place of two turns, one without in place of the first.
    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("summaries")
    void aSummaryInPlaceOfTheHistoryIsNamed(Wire wire, String role, boolean isQuoting) throws Exception {
        RunVerdict verdict = drive(wire, "chat", Defect.in(history -> compacted(history, role, isQuoting)));

        String holder = switch (role) {
            case "user" -> "a user message";
            case "assistant" -> "an assistant message";
            default -> "the system prompt";
        };
        assertThat(losses(verdict)).as(verdict.toString()).isEmpty();
        assertThat(verdict.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict.notes())
                .as(verdict.toString())
                .filteredOn(note -> note.startsWith("History compacted:"))
                .singleElement()
                .asString()
                .contains(holder + " (");
        assertThat(verdict.assessment()).contains("the history was compacted");
    }

    /// From the third turn on.
    private static ArrayNode compacted(ArrayNode history, String role, boolean isQuoting) {
        List<Integer> users = new ArrayList<>();
        for (int i = 0; i < history.size(); i++) {
            if (history.get(i).path("role").asText().equals("user")) {
                users.add(i);
            }
        }
        if (users.size() < 3) {
            return history;
        }
        List<JsonNode> messages = Edits.elements(history);
        List<JsonNode> old = messages.subList(0, users.get(1));
        String quoted = isQuoting ? String.join(" … ", tokens(messages.subList(0, users.get(2)))) : "";
        List<JsonNode> kept = new ArrayList<>(messages.subList(users.get(1), messages.size()));
        if (isQuoting) {
            kept = new ArrayList<>(messages.subList(users.get(2), messages.size()));
        } else if (role.equals("user")) {
            kept.removeFirst();
        }
        ObjectNode summary = Wire.JSON.createObjectNode().put("role", role);
        summary.put("content", "Summary of " + old.size() + " messages. " + quoted);
        kept.addFirst(summary);
        Edits.replace(history, kept);
        return history;
    }

    private static List<String> tokens(List<JsonNode> messages) {
        return messages.stream()
                .flatMap(message -> dev.throughline.trace.TraceToken.findAll(message.toString()).stream())
                .map(Object::toString)
                .distinct()
                .toList();
    }

    static Stream<Arguments> cuts() {
        return wires().flatMap(wire -> Stream.of(0, 1).map(from -> Arguments.of(wire, from)));
    }

    @ParameterizedTest(name = "{0} from message {1}")
    @MethodSource("cuts")
    void aHistoryThatWasCutIsNotCalledCompacted(Wire wire, int from) throws Exception {
        RunVerdict verdict = drive(wire, "chat", Defect.in(history -> {
            List<JsonNode> messages = Edits.elements(history);
            int second = 1;
            while (second < messages.size()
                    && !messages.get(second).path("role").asText().equals("user")) {
                second++;
            }
            boolean isLong = messages.stream()
                            .filter(message -> message.path("role").asText().equals("user"))
                            .count()
                    > 2;
            if (isLong) {
                messages.subList(from, second).clear();
            }
            Edits.replace(history, messages);
            return history;
        }));

        assertThat(losses(verdict)).as(verdict.toString()).isEmpty();
        assertThat(verdict.notes()).noneMatch(note -> note.startsWith("History compacted:"));
        assertThat(verdict.notes()).anyMatch(note -> note.startsWith("Earlier answers are absent"));
    }

    private static Defect outputs(java.util.function.UnaryOperator<String> change) {
        return Defect.in(history -> {
            OddClients.each(history, result -> OddClients.outputOf(result, change));
            return history;
        });
    }

    private static RunVerdict drive(Wire wire, String scenario, Defect defect) throws Exception {
        var service = new InProcessService(InProcessService.settings(scenario), ThinkingPolicy.PRESERVED);
        ReferenceClient.drive(service, wire, scenario, defect, 3);
        return service.verdict();
    }

    private static List<ItemVerdict> ofKind(RunVerdict verdict, Category category) {
        return verdict.items().stream()
                .filter(item -> item.category() == category)
                .toList();
    }

    private static Set<String> losses(RunVerdict verdict) {
        return verdict.items().stream()
                .filter(item -> item.counts() && item.outcome().isLoss())
                .map(item -> item.category() + " " + item.outcome())
                .collect(java.util.stream.Collectors.toSet());
    }
}
