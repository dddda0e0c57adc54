package dev.throughline.run.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.throughline.render.tokenizer.TestVocabularies;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Samples as tokens: the ids say what the template writes, the mask selects what the model wrote.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class TrainingTokensIT {
    private static final String TOKENS = "?shape=tokens&tokenizer=small&template=";
    private static final Tokenizer TOKENIZER = Tokenizer.read(TestVocabularies.glm());

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    private static String text(JsonNode row) {
        return TOKENIZER.decode(RecordedTrainingRun.ints(row.path("input_ids")));
    }

    /// The texts that are learned, with a bar where something is left out.
    private static String learnt(JsonNode row) {
        int[] ids = RecordedTrainingRun.ints(row.path("input_ids"));
        StringBuilder found = new StringBuilder();
        boolean isLearnt = true;
        for (int index = 0; index < ids.length; index++) {
            boolean next = row.path("loss_mask").path(index).asInt() == 1;
            found.append(isLearnt && !next ? "|" : "").append(next ? TOKENIZER.decode(ids[index]) : "");
            isLearnt = next;
        }
        return found.toString();
    }

    private RecordedTrainingRun toolLoop() throws Exception {
        RecordedTrainingRun run = RecordedTrainingRun.open(service, backend);
        ArrayNode talk = run.ask(
                RecordedTrainingRun.question("Where?"),
                RecordedTrainingRun.call("Look it up.", "c1", "find", "{\"q\": \"x\"}"));
        run.ask(
                RecordedTrainingRun.withResult(talk, "c1", "found"),
                RecordedTrainingRun.answer("There.", "It is here."));
        return run;
    }

    @Test
    void theMaskSelectsWhatTheModelWroteWithItsStops() throws Exception {
        JsonNode row = toolLoop().rows(TOKENS + "glm-4.7").getFirst();

        assertThat(text(row))
                .isEqualTo("[gMASK]<sop><|user|>Where?<|assistant|><think>Look it up.</think><tool_call>find"
                        + "<arg_key>q</arg_key><arg_value>x</arg_value></tool_call><|observation|><tool_response>found"
                        + "</tool_response><|assistant|><think>There.</think>It is here.<|user|>");
        assertThat(learnt(row))
                .isEqualTo("|Look it up.</think><tool_call>find<arg_key>q</arg_key><arg_value>x</arg_value></tool_call>"
                        + "<|observation|>|There.</think>It is here.<|user|>");
        assertThat(row.path("assistant_masks")).isEqualTo(row.path("loss_mask"));
        assertThat(row.path("completion_mask")).isEqualTo(row.path("loss_mask"));
        assertThat(row.path("loss_mask")).hasSameSizeAs(row.path("input_ids"));
        assertThat(row.at("/provenance/tokenizer").asText()).isEqualTo("small");
    }

    @Test
    void behindCallsTheStopIsThatOfCalls() throws Exception {
        RecordedTrainingRun run = RecordedTrainingRun.open(service, backend);
        run.ask(
                RecordedTrainingRun.question("Where?"),
                RecordedTrainingRun.call("Look.", "c1", "find", "{\"q\": \"x\"}"));

        JsonNode row = run.rows(TOKENS + "glm-4.7").getFirst();

        assertThat(text(row)).endsWith("</tool_call><|observation|>").doesNotContain("<|endoftext|>", "None");
        assertThat(learnt(row)).endsWith("</tool_call><|observation|>");
    }

    @Test
    void anAnswerWhoseReasoningTheTemplateLeavesOutIsContext() throws Exception {
        RecordedTrainingRun run = RecordedTrainingRun.open(service, backend);
        ArrayNode talk = run.ask(RecordedTrainingRun.question("One?"), RecordedTrainingRun.answer("r one", "First."));
        run.ask(RecordedTrainingRun.withQuestion(talk, "Two?"), RecordedTrainingRun.answer("r two", "Second."));

        assertThat(learnt(run.rows(TOKENS + "glm-4.7").getFirst())).isEqualTo("|r two</think>Second.<|user|>");
        run.request().putObject("chat_template_kwargs").put("clear_thinking", false);
        RecordedTrainingRun kept = run;
        kept.ask(RecordedTrainingRun.withQuestion(talk, "Two again?"), RecordedTrainingRun.answer("r two", "Second."));
        assertThat(learnt(kept.rows(TOKENS + "glm-4.7").get(1)))
                .isEqualTo("|r one</think>First.<|user|>|r two</think>Second.<|user|>");
    }

    @Test
    void whatAClientChangedIsContext() throws Exception {
        RecordedTrainingRun run = RecordedTrainingRun.open(service, backend);
        ArrayNode talk = RecordedTrainingRun.messages("""
                [{"role": "user", "content": "2+2?"}, {"role": "assistant", "content": "An example by the client."},
                 {"role": "user", "content": "3+3?"}]""");
        run.ask(talk, RecordedTrainingRun.answer("Add.", "6"));

        assertThat(learnt(run.rows(TOKENS + "glm-4.7").getFirst())).isEqualTo("|Add.</think>6<|user|>");
    }

    @Test
    void aCutAnswerIsTaughtNoStop() throws Exception {
        RecordedTrainingRun run = RecordedTrainingRun.open(service, backend);
        run.askUntil("length", RecordedTrainingRun.question("Long?"), RecordedTrainingRun.answer("So", "it goe"));

        assertThat(learnt(run.rows(TOKENS + "glm-4.7&includeTruncated=true").getFirst()))
                .isEqualTo("|So</think>it goe");
    }

    @Test
    void rolesChooseWhatIsLearnt() throws Exception {
        RecordedTrainingRun run = toolLoop();

        assertThat(learnt(run.rows(TOKENS + "glm-4.7&role=assistant").getFirst()))
                .isEqualTo(learnt(run.rows(TOKENS + "glm-4.7").getFirst()));
        assertThat(learnt(run.rows(TOKENS + "glm-4.7&role=assistant&bodyOnly=tool")
                        .getFirst()))
                .contains("<|observation|>|found|There.");
        assertThat(run.summary(TOKENS + "glm-4.7&role=tool")
                        .at("/leftOut/nothing-learnt")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void aTemplateOfOthersNeedsAProfile() throws Exception {
        RecordedTrainingRun run = RecordedTrainingRun.open(service, backend);
        run.ask(RecordedTrainingRun.question("Hi"), RecordedTrainingRun.answer("", "Hello."));
        String profile = "&header=" + URLEncoder.encode("<sop>assistant\n", StandardCharsets.UTF_8) + "&stop="
                + URLEncoder.encode("<|endoftext|>", StandardCharsets.UTF_8);

        assertThat(run.export(TOKENS + "bare").statusCode()).isEqualTo(400);
        assertThat(learnt(run.rows(TOKENS + "bare" + profile).getFirst())).isEqualTo("|Hello.<|endoftext|>");
    }
}
