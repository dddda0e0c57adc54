package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A stub that obeys a vendor answers what it takes, refuses what it refuses with its own error, and counts both.
@QuarkusTest
class StubVendorIT {
    @TestHTTPResource("/")
    URI service;

    /// The columns: vendor; path; a field of the request; status; what the error says; the rule.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
        anthropic:opus-5.5 | /v1/messages | 'thinking':{'type':'disabled'} | 400 | \
        'type':'error' | anthropic-disabled-refused
        anthropic:opus-4.8 | /v1/messages | 'temperature':0.2 | 400 | \
        deprecated for this model | anthropic-sampling-refused
        openai:gpt-5.6 | /v1/responses | 'top_k':5 | 400 | 'code':'unknown_parameter' | openai-template-options
        mistral | /v1/chat/completions | 'top_k':5 | 422 | 'detail':[ | mistral-body-key
        xai | /v1/chat/completions | 'presence_penalty':0 | 400 | does not support parameter | xai-penalties
        """)
    void refusesWhatTheVendorRefusesInItsOwnShape(
            String vendor, String path, String field, int status, String says, String rule) throws Exception {
        TestRun run = TestRun.open(service, Map.of("vendor", vendor));

        HttpResponse<String> answer = post(run, path, field);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains(says.replace('\'', '"'));
        JsonNode found = run.get("/exchanges/1").path("anomalies").path(0);
        assertThat(found.path("kind").asText()).isEqualTo("vendor-refused");
        assertThat(found.path("detail").asText()).startsWith(rule + " /");
        JsonNode accepted = run.report().at("/capabilities/ACCEPTED");
        assertThat(accepted.path("status").asText()).isEqualTo("BROKEN");
        assertThat(accepted.at("/outcomes/REFUSED").asInt()).isEqualTo(1);
        assertThat(run.report().path("verdict").asText()).isEqualTo("FAIL");
    }

    @Test
    void whatIsTakenAndLostSilentlyHasAMarkOfItsOwn() throws Exception {
        TestRun run = TestRun.open(service, Map.of("vendor", "zai:glm-5.3-coding"));

        HttpResponse<String> answer = post(run, ProxiedRun.CHAT, "'thinking':{'type':'disabled'}");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(run.report()
                        .at("/capabilities/ACCEPTED/outcomes/SILENTLY_DROPPED")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void takesWhatTheVendorTakes() throws Exception {
        TestRun run = TestRun.open(service, Map.of("vendor", "anthropic"));

        HttpResponse<String> answer = new DialectHttpClient(service)
                .post(
                        "/r/" + run.id() + ProxiedRun.MESSAGES,
                        ProxiedRun.body(ProxiedRun.MESSAGES, "claude-opus-5-5", false));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode accepted = run.report().at("/capabilities/ACCEPTED");
        assertThat(accepted.path("status").asText()).isEqualTo("PRESERVED");
        assertThat(accepted.path("exact").asInt()).isEqualTo(1);
        assertThat(run.get("").path("vendor").asText()).isEqualTo("anthropic");
    }

    /// OpenAI refuses reasoning with `content`, and writes none; other servers of Responses write both.
    @ParameterizedTest
    @CsvSource({"openai:gpt-5.6, true, false", "openai:gpt-5.6, false, false", "deepseek:v4, false, true"})
    void answersAsTheVendorWritesReasoning(String vendor, boolean stream, boolean hasContent) throws Exception {
        TestRun run = TestRun.open(service, Map.of("vendor", vendor));

        HttpResponse<String> answer = new DialectHttpClient(service)
                .post("/r/" + run.id() + ProxiedRun.RESPONSES, ProxiedRun.body(ProxiedRun.RESPONSES, "m", stream));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("\"summary_text\"").contains("\"type\":\"reasoning\"");
        assertThat(answer.body().contains("\"reasoning_text\"")).isEqualTo(hasContent);
    }

    /// OpenAI's chat hides thoughts.
    @Test
    void givesWhatTheVendorGives() throws Exception {
        TestRun hidden = TestRun.open(service, Map.of("vendor", "openai:chat"));
        TestRun other = TestRun.open(service, Map.of("vendor", "groq"));

        assertThat(post(hidden, ProxiedRun.CHAT, "'seed':1").body()).doesNotContain("reasoning_content", "[THINK");
        assertThat(post(other, ProxiedRun.CHAT, "'seed':1").body())
                .contains("\"reasoning\":", "[THINK")
                .doesNotContain("reasoning_content");
    }

    @Test
    void aRunWithoutAVendorSaysNothingOfAcceptance() throws Exception {
        TestRun run = TestRun.open(service, Map.of());

        post(run, ProxiedRun.CHAT, "'top_k':5");

        assertThat(run.report().path("capabilities").has("ACCEPTED")).isFalse();
    }

    private HttpResponse<String> post(TestRun run, String path, String field) throws Exception {
        String body = ProxiedRun.body(path, "m", false).replaceFirst("\\{", "{" + field.replace('\'', '"') + ",");
        return new DialectHttpClient(service).post("/r/" + run.id() + path, body);
    }
}
