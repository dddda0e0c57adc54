package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.server.AnthropicWire;
import dev.throughline.harness.server.ChatWire;
import dev.throughline.harness.server.Wire;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.throughline.probe.Edits.assistant;
import static dev.throughline.probe.Edits.each;
import static org.assertj.core.api.Assertions.assertThat;

/// The capability CACHE: clients that rewrite what a prefix cache holds are caught, and no other one is.
class PrefixStabilityIT {
    private static final ChatWire CHAT = new ChatWire();

    /// Three turns of a client whose requests are edited on their way out.
    ///
    /// @param edit gets the request and its number
    private static RunVerdict driven(Wire wire, Defect defect, BiConsumer<ObjectNode, Integer> edit) throws Exception {
        InProcessService service = new InProcessService(InProcessService.settings("tools"), ThinkingPolicy.PRESERVED);
        Transport edited = (spoken, request) -> {
            edit.accept(request, service.exchanges().size() + 1);
            return service.post(spoken, request);
        };
        var client = new ReferenceClient(edited, wire, defect);
        for (int turn = 1; turn <= 3; turn++) {
            client.turn("This is turn " + turn + ".");
        }
        return service.verdict();
    }

    private static CapabilityVerdict cache(RunVerdict verdict) {
        return verdict.capabilities().get(Capability.CACHE);
    }

    private static void system(ObjectNode request, String text) {
        ArrayNode messages = (ArrayNode) request.path("messages");
        if (!messages.path(0).path("role").asText().equals("system")) {
            messages.insertObject(0).put("role", "system").put("content", text);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.throughline.probe.AllMutants#wires")
    void aClientThatOnlyAppendsIsStable(Wire wire) throws Exception {
        RunVerdict verdict = driven(wire, Defect.none(), (_, _) -> {});

        assertThat(cache(verdict).status()).as(verdict.toString()).isEqualTo(Status.PRESERVED);
        assertThat(cache(verdict).due()).isEqualTo(cache(verdict).exact()).isPositive();
        assertThat(cache(verdict).withinTurn()).isEqualTo(Status.PRESERVED);
        assertThat(cache(verdict).acrossTurns()).isEqualTo(Status.PRESERVED);
        assertThat(verdict.notes()).isEmpty();
    }

    @Test
    void aSystemPromptThatCountsRequestsBreaksIt() throws Exception {
        RunVerdict verdict =
                driven(CHAT, Defect.none(), (request, number) -> system(request, "Request " + number + "."));

        assertThat(cache(verdict).status()).isEqualTo(Status.BROKEN);
        assertThat(cache(verdict).outcomes()).containsOnlyKeys(Outcome.MODIFIED);
        assertThat(verdict.notes()).anyMatch(note -> note.startsWith("The system prompt changed"));
    }

    @Test
    void whateverCacheSaysTheVerdictStays() throws Exception {
        RunVerdict verdict =
                driven(CHAT, Defect.none(), (request, number) -> system(request, "Request " + number + "."));

        assertThat(verdict.verdict()).isEqualTo(Verdict.PASS);
        assertThat(verdict.assessment()).doesNotContain("CACHE");
    }

    @Test
    void toolsInAnotherOrderBreakIt() throws Exception {
        RunVerdict verdict = driven(CHAT, Defect.none(), (request, number) -> {
            ArrayNode tools = (ArrayNode) request.path("tools");
            JsonNode other = tools.get(0).deepCopy();
            ((ObjectNode) other.path("function")).put("name", "other");
            tools.insert(number % 2, other);
        });

        assertThat(cache(verdict).status()).as(verdict.toString()).isEqualTo(Status.BROKEN);
        assertThat(verdict.notes()).anyMatch(note -> note.startsWith("The tools changed"));
    }

    @Test
    void anEarlierMessageThatIsRewrittenOnceIsPartial() throws Exception {
        RunVerdict verdict = driven(
                CHAT,
                each(object -> object.path("content").asText().equals("This is turn 1."), _ -> {}),
                (request, number) -> {
                    if (number >= 3) {
                        ((ObjectNode) request.path("messages").path(0)).put("content", "This was turn 1.");
                    }
                });

        assertThat(cache(verdict).status()).as(verdict.toString()).isEqualTo(Status.PARTIAL);
        assertThat(cache(verdict).due() - cache(verdict).exact()).isEqualTo(1);
        assertThat(verdict.notes()).anyMatch(note -> note.contains("changed since the request before: request 3."));
    }

    @Test
    void anOptionThatChangesBreaksIt() throws Exception {
        RunVerdict verdict = driven(
                CHAT,
                Defect.none(),
                (request, number) -> request.put("reasoning_effort", number % 2 == 0 ? "low" : "high"));

        assertThat(cache(verdict).status()).isEqualTo(Status.BROKEN);
        assertThat(verdict.notes()).anyMatch(note -> note.startsWith("Parameters that steer thinking changed"));
    }

    @Test
    void droppedReasoningIsBlamedOnce() throws Exception {
        RunVerdict verdict =
                driven(CHAT, each(assistant(), message -> message.remove("reasoning_content")), (_, _) -> {});

        assertThat(verdict.capabilities().get(Capability.THINK).status()).isEqualTo(Status.BROKEN);
        assertThat(cache(verdict).status()).as(verdict.toString()).isEqualTo(Status.PRESERVED);
    }

    @Test
    void movingMarksOfAProvidersCacheAreNoChange() throws Exception {
        RunVerdict verdict = driven(new AnthropicWire(), Defect.none(), (request, _) -> {
            ArrayNode messages = (ArrayNode) request.path("messages");
            JsonNode last = messages.get(messages.size() - 1).path("content");
            if (last.isTextual()) {
                ArrayNode parts = Wire.JSON.createArrayNode();
                parts.addObject()
                        .put("type", "text")
                        .put("text", last.textValue())
                        .putObject("cache_control")
                        .put("type", "ephemeral");
                ((ObjectNode) messages.get(messages.size() - 1)).set("content", parts);
            } else {
                ((ObjectNode) last.get(last.size() - 1))
                        .putObject("cache_control")
                        .put("type", "ephemeral");
            }
        });

        assertThat(cache(verdict).status()).as(verdict.toString()).isEqualTo(Status.PRESERVED);
    }

    @Test
    void oneRequestSaysNothing() throws Exception {
        InProcessService service = new InProcessService(InProcessService.settings("chat"), ThinkingPolicy.PRESERVED);

        new ReferenceClient(service, CHAT, Defect.none()).turn("Hello.");

        assertThat(cache(service.verdict()).status()).isEqualTo(Status.NOT_EXERCISED);
        assertThat(service.verdict().assessment()).contains("send a second turn");
    }
}
