package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.server.ChatWire;
import dev.throughline.harness.server.ResponsesWire;
import dev.throughline.harness.server.Wire;
import dev.throughline.trace.Observation;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TracedExchange;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What real clients do that would fool a judge who only counts tokens.
class FoolingTheJudgeIT {
    private static final Wire CHAT = new ChatWire();

    static Stream<Wire> wires() {
        return AllMutants.wires();
    }

    @Test
    void keepingTheLoopAndDroppingAfterwardsAreTwoVerdicts() throws Exception {
        Defect dropsOlderTurns = Defect.in(history -> {
            int lastUser = lastUser(history);
            for (int i = 0; i < lastUser; i++) {
                ((ObjectNode) history.get(i)).remove("reasoning_content");
            }
            return history;
        });

        CapabilityVerdict think = drive(service("tools", ThinkingPolicy.PRESERVED), CHAT, dropsOlderTurns, 2)
                .capabilities()
                .get(Capability.THINK);

        assertThat(think.withinTurn()).isEqualTo(Status.PRESERVED);
        assertThat(think.acrossTurns()).isEqualTo(Status.BROKEN);
        assertThat(think.status()).isEqualTo(Status.PARTIAL);
    }

    @Test
    void underTheInterleavedPolicyOlderReasoningMayBeDropped() throws Exception {
        var service = service("tools", ThinkingPolicy.INTERLEAVED);
        Defect dropsOlderTurns = Defect.in(history -> {
            int lastUser = lastUser(history);
            for (int i = 0; i < lastUser; i++) {
                ((ObjectNode) history.get(i)).remove("reasoning_content");
            }
            return history;
        });

        assertThat(drive(service, CHAT, dropsOlderTurns, 2).verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void aRequestThatAsksToKeepThinkingMakesItDueUnderAnyPolicy() throws Exception {
        var service = service("chat", ThinkingPolicy.INTERLEAVED);
        Transport asking = (wire, request) -> {
            request.putObject("chat_template_kwargs").put("clear_thinking", false);
            return service.post(wire, request);
        };
        var client = new ReferenceClient(
                asking, CHAT, Edits.each(Edits.assistant(), message -> message.remove("reasoning_content")));
        client.turn("One.");
        client.turn("Two.");

        RunVerdict verdict = service.verdict();

        assertThat(verdict.capabilities().get(Capability.THINK).acrossTurns()).isEqualTo(Status.BROKEN);
        assertThat(verdict.capabilities().get(Capability.PARAMS).status()).isEqualTo(Status.PRESERVED);
    }

    @Test
    void anotherModelNeedNotBeGivenTheReasoning() throws Exception {
        InProcessService service = service("tools", ThinkingPolicy.PRESERVED);
        boolean[] switched = {false};
        Transport switching =
                (wire, request) -> service.post(wire, switched[0] ? request.put("model", "glm-5") : request);
        Defect drops = Defect.in(history -> {
            if (switched[0]) {
                Edits.blocks(history).forEach(message -> message.remove("reasoning_content"));
            }
            return history;
        });
        var client = new ReferenceClient(switching, CHAT, drops);
        client.turn("One.");
        switched[0] = true;
        client.turn("Two.");

        RunVerdict verdict = service.verdict();

        assertThat(verdict.capabilities().get(Capability.THINK).acrossTurns()).isEqualTo(Status.NOT_EXERCISED);
        assertThat(verdict.notes()).anyMatch(note -> note.startsWith("The model changed"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wires")
    void errandsBesideTheConversationExpectNothing(Wire wire) throws Exception {
        InProcessService service = service("tools", ThinkingPolicy.PRESERVED);
        var client = new ReferenceClient(service, wire, Defect.none());
        errand(service, wire, "Warmup", true);
        client.turn("One.");
        errand(service, wire, "Please write a title: You are a title generator. One.", false);
        errand(service, wire, "Extract any file paths from this: echo " + service.exchanges(), false);
        client.turn("Two.");

        assertThat(service.verdict().verdict()).as(service.verdict().toString()).isEqualTo(Verdict.PASS);
        List<Integer> errands = service.exchanges().stream()
                .filter(exchange -> exchange.facts().kind() != RequestKind.MAIN)
                .map(TracedExchange::number)
                .toList();
        assertThat(errands).hasSize(3);
        assertThat(service.exchanges())
                .flatExtracting(TracedExchange::observations)
                .extracting(Observation::exchange)
                .doesNotContainAnyElementsOf(errands);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wires")
    void severalConversationsAtOnceAreJudgedApart(Wire wire) throws Exception {
        InProcessService service = service("tools", ThinkingPolicy.PRESERVED);
        var main = new ReferenceClient(service, wire, Defect.none());
        var agent = new ReferenceClient(service, wire, Defect.none());
        main.turn("One.");
        agent.turn("Look into it.");
        main.turn("Two.");
        agent.turn("Look again.");
        main.turn("Three.");

        RunVerdict verdict = service.verdict();

        assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo(Verdict.PASS);
        assertThat(service.exchanges().stream()
                        .map(exchange -> exchange.link().conversation())
                        .distinct())
                .hasSize(2);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wires")
    void anAnswerThatFailedAndWasAskedForAgainIsNotALoss(Wire wire) throws Exception {
        InProcessService service = service("tools", ThinkingPolicy.PRESERVED);
        int[] sent = {0};
        Transport failing = (spoken, request) -> {
            if (sent[0]++ % 2 == 0) {
                service.failNext();
                service.post(spoken, request.deepCopy());
            }
            return service.post(spoken, request);
        };
        var client = new ReferenceClient(failing, wire, Defect.none());
        client.turn("One.");
        client.turn("Two.");

        RunVerdict verdict = service.verdict();

        assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo(Verdict.PASS);
        assertThat(service.exchanges().get(1).facts().retryOf()).hasValue(1);
    }

    @Test
    void itemsNamedByTheirIdAreAsGoodAsSent() throws Exception {
        Wire wire = new ResponsesWire();
        Defect byReference = Defect.in(history -> {
            List<JsonNode> items = Edits.elements(history);
            items.replaceAll(item -> item.path("id").isTextual()
                    ? Wire.JSON
                            .createObjectNode()
                            .put("type", "item_reference")
                            .put("id", item.path("id").textValue())
                    : item);
            Edits.replace(history, items);
            return history;
        });

        RunVerdict verdict = drive(service("tools", ThinkingPolicy.PRESERVED), wire, byReference, 2);

        assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo(Verdict.PASS);
        assertThat(verdict.capabilities().get(Capability.THINK).outcomes()).containsOnlyKeys(Outcome.REFERENCED);
    }

    @Test
    void anOutputThatIsWrappedStillContainsIt() throws Exception {
        Defect wrapping = Edits.each(
                message -> message.path("role").asText().equals("tool"),
                message -> Edits.text(message, "content", out -> "Output: " + Wire.JSON.valueToTree(List.of(out))));

        assertThat(drive(service("tools", ThinkingPolicy.PRESERVED), CHAT, wrapping, 2)
                        .verdict())
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void oneAnswerSplitIntoSeveralMessagesIsStillOne() throws Exception {
        Defect splitting = Defect.in(history -> {
            ArrayNode split = Wire.JSON.createArrayNode();
            for (JsonNode message : history) {
                if (message.path("role").asText().equals("assistant")) {
                    split.addObject()
                            .put("role", "assistant")
                            .put("content", "")
                            .set("reasoning_content", message.path("reasoning_content"));
                    split.add(((ObjectNode) message.deepCopy()).without("reasoning_content"));
                } else {
                    split.add(message);
                }
            }
            return split;
        });

        assertThat(drive(service("tools", ThinkingPolicy.PRESERVED), CHAT, splitting, 2)
                        .verdict())
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void reasoningNestedInAContentPartIsInTheWrongPlace() throws Exception {
        Defect nesting = Edits.each(Edits.assistant(), message -> {
            JsonNode reasoning = message.remove("reasoning_content");
            JsonNode content = message.path("content");
            ObjectNode part = message.putArray("content").addObject().put("type", "text");
            part.put("text", content.asText("")).set("reasoning_content", reasoning);
        });

        assertThat(drive(service("chat", ThinkingPolicy.PRESERVED), CHAT, nesting, 2)
                        .capabilities()
                        .get(Capability.THINK)
                        .outcomes())
                .containsOnlyKeys(Outcome.MOVED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"chat_template_kwargs\":{\"enable_thinking\":true,\"clear_thinking\":false}}",
                "{\"chat_template_kwargs\":{\"enable_thinking\":true,\"preserve_thinking\":true}}",
                "{\"enable_thinking\":true}",
                "{\"thinking\":{\"type\":\"enabled\",\"clear_thinking\":false}}",
                "{\"context_management\":{\"edits\":[{\"type\":\"clear_thinking_20251015\",\"keep\":\"all\"}]}}"
            })
    void everyKnownSpellingOfTheParametersIsSeen(String spelling) throws Exception {
        InProcessService service = service("tools", ThinkingPolicy.PRESERVED);
        ObjectNode more = (ObjectNode) Wire.JSON.readTree(spelling);
        Transport adding = (wire, request) -> service.post(wire, request.setAll(more));
        new ReferenceClient(adding, CHAT, Defect.none()).turn("One.");

        assertThat(service.exchanges().getFirst().facts().params()).isNotEmpty();
        assertThat(service.verdict().capabilities().get(Capability.PARAMS).status())
                .isEqualTo(Status.PRESERVED);
    }

    InProcessService service(String scenario, ThinkingPolicy thinkingPolicy) {
        return new InProcessService(InProcessService.settings(scenario), thinkingPolicy);
    }

    private static RunVerdict drive(InProcessService service, Wire wire, Defect defect, int turns) throws Exception {
        var client = new ReferenceClient(service, wire, defect);
        for (int turn = 1; turn <= turns; turn++) {
            client.turn("This is turn " + turn + ".");
        }
        return service.verdict();
    }

    private static void errand(InProcessService service, Wire wire, String text, boolean withTools) throws Exception {
        ArrayNode history = Wire.JSON.createArrayNode();
        wire.user(history, text);
        ObjectNode request = wire.request(history);
        service.post(wire, withTools ? request : request.without("tools"));
    }

    private static int lastUser(ArrayNode history) {
        int last = 0;
        for (int i = 0; i < history.size(); i++) {
            if (history.get(i).path("role").asText().equals("user")) {
                last = i;
            }
        }
        return last;
    }
}
