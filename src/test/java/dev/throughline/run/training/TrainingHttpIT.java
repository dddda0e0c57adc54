package dev.throughline.run.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Samples over HTTP: forms, errors, and what must not be in them.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class TrainingHttpIT {
    private static final String SENTINEL = "SENTINEL-7f3a";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    private RecordedTrainingRun recorded() throws Exception {
        RecordedTrainingRun run = RecordedTrainingRun.open(service, backend);
        run.ask(RecordedTrainingRun.question("Hi"), RecordedTrainingRun.answer("r", "Hello."));
        return run;
    }

    @Test
    void rowsAreJsonLines() throws Exception {
        HttpResponse<String> answer = recorded().export("");

        assertThat(answer.headers().firstValue("content-type")).contains("application/x-ndjson");
        assertThat(answer.headers().firstValue("content-disposition").orElse(""))
                .startsWith("attachment; filename=\"throughline-");
        assertThat(answer.body()).endsWith("}\n");
    }

    @ParameterizedTest
    @CsvSource({
        "?shape=table,shape",
        "?template=none,template",
        "?shape=tokens,tokenizer",
        "?shape=tokens&tokenizer=none,tokenizer",
        "?shape=tokens&tokenizer=small&template=glm-4.7&role=robot,role",
        "?shape=tokens&tokenizer=small&template=glm-4.7&header=x,stop",
        "?includeLost=perhaps,includeLost",
        "?format=pdf,format"
    })
    void wrongParametersAreNamed(String query, String parameter) throws Exception {
        HttpResponse<String> answer = recorded().export(query);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("content-type").orElse("")).startsWith("application/problem+json");
        assertThat(RecordedTrainingRun.JSON
                        .readTree(answer.body())
                        .path("parameter")
                        .asText())
                .isEqualTo(parameter);
    }

    @Test
    void anUnknownRunIsAProblem() throws Exception {
        TestHttpClient.Answer answer = TestHttpClient.underTest().get("/api/v1/runs/none/training");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body()).contains("unknown-run");
    }

    @Test
    void aTemplateThatRaisesLeavesItsRowOut() throws Exception {
        RecordedTrainingRun run = recorded();

        assertThat(run.summary("?shape=tokens&tokenizer=small&template=failing&bodyOnly=user")
                        .at("/leftOut/template-failed")
                        .asInt())
                .isEqualTo(1);
    }

    private static void addSecrets(ObjectNode request) {
        request.put("user", SENTINEL).put("api_key", SENTINEL).put("safety_identifier", SENTINEL);
        request.putObject("metadata").put("authorization", SENTINEL).put("note", SENTINEL);
        request.putObject("extra_headers").put("Authorization", "Bearer " + SENTINEL);
        request.putObject("chat_template_kwargs")
                .put("api_key", SENTINEL + " " + SENTINEL)
                .put("enable_thinking", true)
                .putObject("headers")
                .put("x-api-key", SENTINEL);
        var tools = request.putArray("tools");
        tools.addObject()
                .put("type", "mcp")
                .put("server_url", "https://user:" + SENTINEL + "@host.invalid/?token=" + SENTINEL)
                .put("authorization", SENTINEL)
                .putObject("headers")
                .put("X-Key", SENTINEL);
        tools.addObject()
                .put("type", "function")
                .put("authorization", SENTINEL)
                .putObject("function")
                .put("name", "find");
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "prompt-completion", "tokens&tokenizer=small&template=glm-4.7"})
    void secretsAreInNoRow(String shape) throws Exception {
        RecordedTrainingRun run = RecordedTrainingRun.open(service, backend);
        addSecrets(run.request());
        var messages = RecordedTrainingRun.question("Where?");
        ((ObjectNode) messages.path(0))
                .put("api_key", SENTINEL)
                .putObject("cache_control")
                .put("token", SENTINEL);
        run.ask(
                messages,
                RecordedTrainingRun.answer("r", "Here."),
                "authorization",
                "Bearer " + SENTINEL,
                "x-api-key",
                SENTINEL,
                "cookie",
                "session=" + SENTINEL,
                "user-agent",
                "agent/1.0 (" + SENTINEL + ")",
                "x-session-id",
                SENTINEL);

        HttpResponse<String> rows = run.export("?shape=" + shape);
        assertThat(rows.body()).contains("\"client\":\"agent\"").doesNotContain(SENTINEL, "[secret");
        if (shape.startsWith("tokens")) {
            int[] ids = RecordedTrainingRun.ints(
                    RecordedTrainingRun.JSON.readTree(rows.body()).path("input_ids"));
            String text = dev.throughline.render.tokenizer.Tokenizer.read(
                            dev.throughline.render.tokenizer.TestVocabularies.glm())
                    .decode(ids);
            assertThat(text).contains("Where?", "find").doesNotContain("SENTINEL", "7f3a");
        }
    }
}
