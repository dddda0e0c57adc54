package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Every error of the API is a problem, wherever it was detected.
@QuarkusTest
class ProblemsIT {

    @ParameterizedTest
    @ValueSource(strings = {"/api", "/api/", "/api/v1", "/api/v1/", "/api/v2/runs", "/api/v1/runs/x/nothing"})
    void pathThatNothingAnswersIsNotFound(String path) {
        TestHttpClient.Answer answer = TestHttpClient.underTest().get(path, "accept", "text/html,*/*;q=0.8");

        JsonNode problem = isProblem(answer, 404, "not-found");
        assertThat(problem.path("instance").asText()).isEqualTo(path);
        assertThat(problem.path("detail").asText()).contains(path).contains("/openapi");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/v1/runs | PUT | GET, HEAD, POST",
                "/api/v1/runs/some-run | POST | GET, HEAD, DELETE",
                "/api/v1/runs/some-run/seal | GET | POST",
                "/api/v1/runs/some-run/report | DELETE | GET, HEAD",
                "/api/v1/runs/some-run/exchanges/1/tokens | POST | GET, HEAD",
                "/health | DELETE | GET, HEAD"
            })
    void wrongMethodSaysWhichAreAllowed(String path, String method, String allowed) {
        TestHttpClient.Answer answer = TestHttpClient.underTest().send(method, path, "");

        isProblem(answer, 405, "method-not-allowed");
        assertThat(answer.header("allow")).isEqualTo(allowed);
    }

    @Test
    void wrongMediaTypeSaysWhatWasExpected() {
        TestHttpClient.Answer answer =
                TestHttpClient.underTest().send("POST", "/api/v1/runs", "a: b", "content-type", "application/yaml");

        JsonNode problem = isProblem(answer, 415, "unsupported-media-type");
        assertThat(problem.path("detail").asText()).contains("application/json").contains("application/yaml");
    }

    @Test
    void malformedJsonNamesLineAndColumn() {
        JsonNode problem = isProblem(
                TestHttpClient.underTest().post("/api/v1/runs", "{\n  \"label\": nope}"), 400, "malformed-json");

        assertThat(problem.path("detail").asText()).contains("line 2, column");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"x\"", "1", "{} {}", "{\"label\":\"a\",\"label\":\"b\"}", "   "})
    void bodyThatIsNotOneObjectIsMalformed(String body) {
        isProblem(TestHttpClient.underTest().post("/api/v1/runs", body), 400, "malformed-json");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"scenrio\":\"chat\"} | /scenrio | no such field",
                "{\"client\":{\"name\":\"a\",\"version\":\"1\",\"os\":1}} | /client/os | no such field",
                "{\"faults\":[{\"kind\":\"hang\"},{\"kind\":\"burn\"}]} | /faults/1/kind | drop-after",
                "{\"faults\":[{}]} | /faults/0/kind | a value was expected",
                "{\"faults\":[null]} | /faults/0 | found null",
                "{\"faults\":[3]} | /faults/0 | an object was expected, found 3",
                "{\"faults\":{}} | /faults | an array was expected",
                "{\"faults\":[{\"kind\":\"slice\",\"exchange\":0}]} | /faults/0/exchange | from 1",
                "{\"faults\":[{\"kind\":\"slice\",\"amount\":-1}]} | /faults/0/amount | from 0",
                "{\"scenario\":\"tooling\"} | /scenario | chat, tools, parallel, interleaved, ends, steps, resume, switch, abort, long, plain",
                "{\"scenario\":7} | /scenario | a string was expected, found 7",
                "{\"output\":\"raw\"} | /output | native, raw-glm-4.5, raw-glm-4.7",
                "{\"reasoningField\":\"thinking\"} | /reasoningField | reasoning_content, reasoning",
                "{\"policy\":\"none\"} | /policy | preserved, interleaved",
                "{\"mode\":\"replay\"} | /mode | stub, proxy",
                "{\"mode\":\"proxy\"} | /backend | the name of a configured backend was expected",
                "{\"mode\":\"proxy\",\"backend\":\"no-such\"} | /backend | there is no backend \"no-such\"",
                "{\"backend\":\"zai\"} | /backend | stub run has no backend",
                "{\"tokens\":0} | /tokens | from 1 to 1000000",
                "{\"tokens\":\"5\"} | /tokens | a whole number was expected, found a string",
                "{\"tokens\":1.5} | /tokens | a whole number was expected, found 1.5",
                "{\"tokens\":99999999999} | /tokens | a whole number",
                "{\"pace\":\"fast\"} | /pace | ISO-8601",
                "{\"pace\":\"PT2M\"} | /pace | from PT0S to PT1M",
                "{\"pace\":-1} | /pace | from PT0S",
                "{\"idleTimeout\":\"PT0.5S\"} | /idleTimeout | from PT1S",
                "{\"idleTimeout\":-1} | /idleTimeout | PT0S or a time from PT1S",
                "{\"redacted\":\"yes\"} | /redacted | true or false was expected",
                "{\"seed\":\"x\"} | /seed | a whole number",
                "{\"maxRequests\":0} | /maxRequests | from 1",
                "{\"client\":\"opencode\"} | /client | an object was expected, found a string",
                "{\"client\":{\"name\":\"opencode\"}} | /client/version | a text was expected",
                "{\"client\":{\"name\":\" \",\"version\":\"1\"}} | /client/name | a text was expected",
                "{\"client\":{\"name\":\"a\",\"version\":\"1\",\"dialect\":\"gopher\"}} | /client/dialect | openai-chat, anthropic",
                "{\"label\":\"a\\u001b[31m\"} | /label | control characters"
            })
    void wrongFieldIsNamedByItsPointer(String body, String pointer, String detail) {
        JsonNode problem = isProblem(TestHttpClient.underTest().post("/api/v1/runs", body), 400, "invalid-field");

        assertThat(problem.path("pointer").asText()).isEqualTo(pointer);
        assertThat(problem.path("detail").asText()).startsWith(pointer).contains(detail);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/backend-checks", "/api/v1/render"})
    void bodyThatIsMissingIsMalformed(String path) {
        isProblem(TestHttpClient.underTest().post(path, ""), 400, "malformed-json");
    }

    @Test
    void unknownEnumValueListsTheAllowedOnes() {
        JsonNode problem =
                isProblem(TestHttpClient.underTest().post("/api/v1/runs", "{\"policy\":\"x\"}"), 400, "invalid-field");

        assertThat(problem.path("allowed").toString()).isEqualTo("[\"preserved\",\"interleaved\"]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/v1/runs?limit=x | limit | from 1 to 500",
                "/api/v1/runs?limit=501 | limit | from 1 to 500",
                "/api/v1/runs?limit=0 | limit | from 1 to 500",
                "/api/v1/runs?labl=x | labl | known are state, mode, verdict",
                "/api/v1/runs?label=a&label=b | label | one value was expected, found 2",
                "/api/v1/templates?x=1 | x | none is known here",
                "/api/v1/runs?state=open | state | created, running, sealed",
                "/api/v1/runs?mode=both | mode | stub, proxy",
                "/api/v1/runs?cursor=A.B | cursor | next",
                "/api/v1/runs/some-run/exchanges?after=-1 | after | from 0",
                "/api/v1/runs/some-run/report?format=pdf | format | json, text, junit, sarif, html"
            })
    void wrongParameterIsNamed(String path, String parameter, String detail) {
        JsonNode problem = isProblem(TestHttpClient.underTest().get(path), 400, "invalid-parameter");

        assertThat(problem.path("parameter").asText()).isEqualTo(parameter);
        assertThat(problem.path("detail").asText()).contains(detail);
    }

    @Test
    void reportInAFormatThatDoesNotExistListsThoseThatDo() {
        TestHttpClient.Answer answer =
                TestHttpClient.underTest().get("/api/v1/runs/some-run/report", "accept", "application/pdf");

        assertThat(isProblem(answer, 406, "not-acceptable").path("allowed").toString())
                .contains("application/json")
                .contains("text/plain");
    }

    static JsonNode isProblem(TestHttpClient.Answer answer, int status, String name) {
        assertThat(answer.type()).as(answer.body()).isEqualTo("application/problem+json");
        JsonNode problem = answer.json();
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("type").asText()).isEqualTo("urn:throughline:problem:" + name);
        assertThat(problem.path("title").asText()).isNotBlank();
        assertThat(answer.body()).doesNotContain("\tat ").doesNotContain("Exception");
        return problem;
    }
}
