package dev.throughline.run.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Which branches of a run have a row.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class TrainingBranchesIT {
    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    private RecordedTrainingRun open() throws Exception {
        return RecordedTrainingRun.open(service, backend);
    }

    private static List<Integer> exchanges(List<JsonNode> rows) {
        return rows.stream().map(row -> row.at("/provenance/exchange").asInt()).toList();
    }

    private static ArrayNode loop(RecordedTrainingRun run, boolean dropsReasoning) throws Exception {
        ArrayNode asked = run.ask(
                RecordedTrainingRun.question("Where is it?"),
                RecordedTrainingRun.call("Look it up.", "c1", "find", "{\"q\": \"x\"}"));
        if (dropsReasoning) {
            ((ObjectNode) asked.path(1)).remove("reasoning_content");
        }
        return run.ask(
                RecordedTrainingRun.withResult(asked, "c1", "found"),
                RecordedTrainingRun.answer("There.", "It is here."));
    }

    @Test
    void aRequestThatContinuesAnotherReplacesIt() throws Exception {
        RecordedTrainingRun run = open();
        ArrayNode talk = loop(run, false);
        run.ask(RecordedTrainingRun.withQuestion(talk, "Sure?"), RecordedTrainingRun.answer("Check.", "Yes."));

        JsonNode row = run.rows("").getFirst();

        assertThat(exchanges(run.rows(""))).containsExactly(3);
        assertThat(row.path("messages").findValuesAsText("role"))
                .containsExactly("user", "assistant", "tool", "assistant", "user", "assistant");
        assertThat(row.at("/messages/1/reasoning_content").asText()).isEqualTo("Look it up.");
        assertThat(row.at("/messages/1/content").asText()).isEmpty();
        assertThat(row.at("/messages/1/tool_calls/0/function/arguments").asText())
                .isEqualTo("{\"q\":\"x\"}");
        assertThat(row.at("/messages/5/reasoning_content").asText()).isEqualTo("Check.");
        assertThat(row.at("/messages/5/content").asText()).isEqualTo("Yes.");
        assertThat(row.path("trainable_mask").toString()).isEqualTo("[false,true,false,true,false,true]");
        assertThat(row.at("/provenance/preservation/status").asText()).isEqualTo("exact");
        assertThat(row.at("/provenance/preservation/due").asInt()).isPositive();
    }

    @Test
    void theLastAnswerIsTheRecordedOneWithItsArgumentsAsTheModelWroteThem() throws Exception {
        RecordedTrainingRun run = open();
        run.ask(
                RecordedTrainingRun.question("Where?"),
                RecordedTrainingRun.call("Think.", "c1", "find", "{ \"q\":  1.50 }"));

        JsonNode message = run.rows("?shape=prompt-completion").getFirst().at("/completion/0");

        assertThat(message.path("reasoning_content").asText()).isEqualTo("Think.");
        assertThat(message.at("/tool_calls/0/function/arguments").asText()).isEqualTo("{ \"q\":  1.50 }");
    }

    @Test
    void aForkHasTwoRows() throws Exception {
        RecordedTrainingRun run = open();
        ArrayNode talk = run.ask(RecordedTrainingRun.question("Color?"), RecordedTrainingRun.answer("Hm.", "Red."));
        run.ask(RecordedTrainingRun.withQuestion(talk, "Why?"), RecordedTrainingRun.answer("Because.", "It is warm."));
        run.ask(RecordedTrainingRun.withQuestion(talk, "Another?"), RecordedTrainingRun.answer("Cold.", "Blue."));

        List<JsonNode> rows = run.rows("");

        assertThat(exchanges(rows)).containsExactly(2, 3);
        assertThat(rows).extracting(row -> row.at("/provenance/branch").asInt()).containsExactly(1, 2);
        assertThat(rows)
                .extracting(row -> row.at("/provenance/conversation").asInt())
                .containsExactly(1, 1);
    }

    @Test
    void aReplacedHistoryLeavesTheRowOfBefore() throws Exception {
        RecordedTrainingRun run = open();
        ArrayNode talk =
                run.ask(RecordedTrainingRun.question("One?"), RecordedTrainingRun.answer("r1", "First answer of all."));
        talk = run.ask(
                RecordedTrainingRun.withQuestion(talk, "Two?"),
                RecordedTrainingRun.answer("r2", "Second answer of all."));
        ArrayNode compacted = RecordedTrainingRun.question("Summary: one was asked.");
        compacted.add(talk.path(3));
        run.ask(
                RecordedTrainingRun.withQuestion(compacted, "Three?"),
                RecordedTrainingRun.answer("r3", "Third answer of all."));

        List<JsonNode> rows = run.rows("");

        assertThat(exchanges(rows)).containsExactly(2, 3);
        assertThat(rows)
                .extracting(row -> row.at("/provenance/history_replaced").asBoolean())
                .containsExactly(false, true);
    }

    @Test
    void aRunThatLostReasoningIsLeftOutUnlessAskedFor() throws Exception {
        RecordedTrainingRun run = open();
        loop(run, true);
        run.ask(RecordedTrainingRun.question("Something else?"), RecordedTrainingRun.answer("New.", "Fine."));

        assertThat(run.rows("")).isEmpty();
        assertThat(run.summary("").at("/leftOut/reasoning-lost").asInt()).isEqualTo(2);
        assertThat(exchanges(run.rows("?intactBranches=true"))).containsExactly(3);
        List<JsonNode> all = run.rows("?includeLost=true");
        assertThat(exchanges(all)).containsExactly(2, 3);
        assertThat(all.getFirst().at("/provenance/preservation").toString())
                .isEqualTo("{\"status\":\"lost\",\"due\":1,\"exact\":0,"
                        + "\"lost\":[{\"exchange\":1,\"request\":2,\"outcome\":\"missing\"}]}");
        assertThat(all.getFirst().path("trainable_mask").toString()).isEqualTo("[false,false,false,true]");
    }

    @Test
    void whatWasCutOrFailedIsLeftOutUnlessAskedForAndReplacesNothing() throws Exception {
        RecordedTrainingRun run = open();
        ArrayNode talk = run.ask(RecordedTrainingRun.question("One?"), RecordedTrainingRun.answer("r1", "First."));
        run.askUntil(
                "length", RecordedTrainingRun.withQuestion(talk, "Two?"), RecordedTrainingRun.answer("r2", "Secon"));

        assertThat(exchanges(run.rows(""))).containsExactly(1);
        assertThat(run.summary("").at("/leftOut/truncated").asInt()).isEqualTo(1);
        List<JsonNode> all = run.rows("?includeTruncated=true");
        assertThat(exchanges(all)).containsExactly(2);
        assertThat(all.getFirst().at("/provenance/finish").asText()).isEqualTo("length");
    }

    @Test
    void theModelIsNamedAsAskedForAndAsSent() throws Exception {
        backend.answer("real-plain", (_, socket) -> socket.json("""
                {"choices": [{"index": 0, "finish_reason": "stop",
                  "message": {"role": "assistant", "content": "ok", "reasoning_content": "why"}}]}"""));
        String run = RecordedTrainingRun.askDefault(service, "alias-plain");

        List<JsonNode> origins = RecordedTrainingRun.rows(service, run).stream()
                .map(row -> row.path("provenance"))
                .filter(origin -> origin.path("model_asked").asText().equals("alias-plain"))
                .toList();

        assertThat(origins).isNotEmpty();
        assertThat(origins.getLast().path("model_sent").asText()).isEqualTo("real-plain");
    }

    @Test
    void aRequestThatContinuesAHeldAnswerHasItsHistory() throws Exception {
        RecordedTrainingRun run = open();
        backend.answer("held", (_, socket) -> socket.json("""
                {"choices": [{"index": 0, "finish_reason": "stop",
                  "message": {"role": "assistant", "content": "Red.", "reasoning_content": "Hm."}}]}"""));
        String first = run.respond("""
                {"model": "held", "instructions": "Be short.", "input": "Color?", "store": true}""");
        run.respond("""
                {"model": "held", "instructions": "Be long.", "input": "Why?", "store": true,
                 "previous_response_id": "%s"}""".formatted(first));

        List<JsonNode> rows = run.rows("");

        assertThat(exchanges(rows)).containsExactly(2);
        assertThat(rows.getFirst().path("messages").findValuesAsText("content"))
                .containsExactly("Be long.", "Color?", "Red.", "Why?", "Red.");
        assertThat(rows.getFirst().at("/messages/2/reasoning_content").asText()).isEqualTo("Hm.");
        assertThat(rows.getFirst().path("trainable_mask").toString()).isEqualTo("[false,false,true,false,true]");
    }

    @Test
    void provenanceNamesWhatIsKnown() throws Exception {
        RecordedTrainingRun run = RecordedTrainingRun.open(
                service, backend, Map.of("client", Map.of("name", "opencode", "version", "1.2.3")));
        run.ask(RecordedTrainingRun.question("One?"), RecordedTrainingRun.answer("why", "ok"));
        run.seal();

        JsonNode origin = run.rows("?template=glm-4.7").getFirst().path("provenance");

        assertThat(origin.path("run").asText()).isEqualTo(run.id());
        assertThat(origin.path("client").asText()).isEqualTo("opencode");
        assertThat(origin.path("client_version").asText()).isEqualTo("1.2.3");
        assertThat(origin.path("backend").asText()).isEqualTo("plain");
        assertThat(origin.path("model_asked").asText())
                .isEqualTo(run.request().path("model").asText());
        assertThat(origin.path("template").asText()).isEqualTo("glm-4.7");
        assertThat(origin.path("template_sha256").asText()).hasSize(64);
        assertThat(origin.path("template_behavior_sha256").asText()).hasSize(64);
        assertThat(origin.path("generator").asText()).startsWith("throughline ");
        assertThat(origin.path("time").asText()).contains("T");
        assertThat(origin.path("verdict").asText()).isEqualTo("INCONCLUSIVE");
        assertThat(origin.at("/preservation/status").asText()).isEqualTo("not-exercised");
    }
}
