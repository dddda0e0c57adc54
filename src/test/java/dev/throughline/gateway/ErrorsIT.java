package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stub.InjectedFault;
import dev.throughline.stub.InjectedFault.Kind;
import dev.throughline.stub.Scenario;
import dev.throughline.testing.PostgresResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Every refusal has the shape of the dialect that was spoken.
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class ErrorsIT {
    private static final String CHAT = "/v1/chat/completions";
    private static final String MESSAGES = "/v1/messages";
    private static final String RESPONSES = "/v1/responses";

    @TestHTTPResource("/")
    URI service;

    @Inject
    RecordedRun recordedRun;

    @ParameterizedTest
    @ValueSource(strings = {CHAT, MESSAGES, RESPONSES})
    void namesThePlaceOfMalformedJson(String path) throws Throwable {
        assertThat(refused(400, path, "{\"model\": \"m\",\n  \"messages\": [}")).contains("line 2, column");
    }

    @ParameterizedTest
    @ValueSource(strings = {CHAT, MESSAGES, RESPONSES})
    void namesAMissingField(String path) throws Throwable {
        assertThat(refused(400, path, "{\"stream\":false}")).contains("model");
    }

    @ParameterizedTest
    @ValueSource(strings = {CHAT, MESSAGES, RESPONSES})
    void refusesAnEmptyBody(String path) throws Throwable {
        assertThat(refused(400, path, "")).contains("empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {CHAT, MESSAGES, RESPONSES})
    void refusesInvalidUtf8(String path) throws Throwable {
        byte[] body = "{\"model\":\"?\"}".getBytes(StandardCharsets.US_ASCII);
        body[10] = (byte) 0xC3;

        assertThat(message(400, path, dialectHttpClient().post(path, body))).contains("UTF-8 at byte 10");
    }

    @ParameterizedTest
    @ValueSource(strings = {CHAT, MESSAGES, RESPONSES})
    void refusesABodyOverTheLimit(String path) throws Throwable {
        byte[] body = new byte[33 * 1024 * 1024];

        assertThat(message(413, path, dialectHttpClient().post(path, body))).contains("exceeds the limit");
    }

    @ParameterizedTest
    @ValueSource(strings = {CHAT, MESSAGES, RESPONSES})
    void refusesAnotherMethodAndNamesTheRightOne(String path) throws Throwable {
        HttpResponse<String> answer = dialectHttpClient().get(path);

        assertThat(message(405, path, answer)).contains("POST");
        assertThat(answer.headers().firstValue("allow")).contains("POST");
    }

    @ParameterizedTest
    @ValueSource(strings = {CHAT, MESSAGES, RESPONSES})
    void refusesAnotherContentType(String path) throws Throwable {
        HttpResponse<String> answer =
                dialectHttpClient().post(path, DialectHttpClient.bodyFor(path, false), "content-type", "text/plain");

        assertThat(message(415, path, answer)).contains("application/json");
    }

    @ParameterizedTest
    @ValueSource(strings = {CHAT, MESSAGES, RESPONSES})
    void saysWhatToDoAboutAnUnknownRun(String path) throws Throwable {
        assertThat(refused(404, "/r/unknown-run" + path, DialectHttpClient.bodyFor(path, true)))
                .contains("unknown-run", "POST /api/v1/runs");
        assertThat(refused(404, "/r/NO_RUN" + path, DialectHttpClient.bodyFor(path, true)))
                .contains("POST /api/v1/runs");
    }

    @ParameterizedTest
    @ValueSource(strings = {CHAT, MESSAGES, RESPONSES})
    void namesTheConfiguredBackendsForAnUnknownOne(String path) throws Throwable {
        assertThat(refused(404, "/proxy/nowhere" + path, DialectHttpClient.bodyFor(path, true)))
                .contains("nowhere", "Configured backends: none");
    }

    @ParameterizedTest
    @ValueSource(strings = {CHAT, MESSAGES, RESPONSES})
    void refusesASealedRun(String path) throws Throwable {
        String run = recordedRun.run(Scenario.CHAT);
        recordedRun.seal(run);

        assertThat(refused(409, "/r/" + run + path, DialectHttpClient.bodyFor(path, false)))
                .contains("sealed");
    }

    @ParameterizedTest
    @ValueSource(strings = {CHAT, MESSAGES, RESPONSES})
    void endsAClientInALoopWithALimitOfOurOwn(String path) throws Throwable {
        String run = "/r/" + recordedRun.run(Scenario.CHAT, 10, Duration.ZERO, 1, List.of());
        dialectHttpClient().post(run + path, DialectHttpClient.bodyFor(path, false));

        HttpResponse<String> answer = dialectHttpClient().post(run + path, DialectHttpClient.bodyFor(path, false));

        assertThat(message(429, path, answer)).contains("Throughline");
        assertThat(answer.headers().firstValue("x-throughline-limit")).contains("run-requests");
    }

    @Test
    void refusesAnUnknownPreviousResponse() throws Throwable {
        HttpResponse<String> answer = dialectHttpClient()
                .post(RESPONSES, "{\"model\":\"m\",\"input\":\"x\",\"previous_response_id\":\"resp_nosuch\"}");

        assertThat(message(400, RESPONSES, answer)).contains("resp_nosuch");
        assertThat(DialectHttpClient.json(answer).at("/error/code").asText()).isEqualTo("previous_response_not_found");
        assertThat(DialectHttpClient.json(answer).at("/error/param").asText()).isEqualTo("previous_response_id");
    }

    @Test
    void refusesUnknownPathsInTheShapeOfTheClient() throws Throwable {
        HttpResponse<String> openai = dialectHttpClient().post("/v1/embeddings", "{}");
        HttpResponse<String> anthropic =
                dialectHttpClient().post("/v1/embeddings", "{}", "anthropic-version", "2023-06-01");

        assertThat(message(404, CHAT, openai)).contains("no such endpoint");
        assertThat(message(404, MESSAGES, anthropic)).contains("no such endpoint");
    }

    @Test
    void refusesAnotherMethodOnTheReport() throws Throwable {
        HttpResponse<String> answer =
                dialectHttpClient().send("DELETE", "/v1/validation_report", BodyPublishers.noBody());

        assertThat(message(405, CHAT, answer)).contains("GET");
    }

    @ParameterizedTest
    @ValueSource(strings = {CHAT, MESSAGES, RESPONSES})
    void answersAScriptedRefusalWithItsStatus(String path) throws Throwable {
        InjectedFault injectedFault = RecordedRun.fault(Kind.STATUS_429, 3);

        HttpResponse<String> answer = dialectHttpClient()
                .post(
                        "/r/" + recordedRun.run(Scenario.CHAT, injectedFault) + path,
                        DialectHttpClient.bodyFor(path, true));

        message(429, path, answer);
        assertThat(answer.headers().firstValue("retry-after")).contains("3");
    }

    private String refused(int status, String path, String body) throws Exception {
        return message(status, path, dialectHttpClient().post(path, body));
    }

    /// The message of an error body, whose shape must be that of the path's dialect.
    private static String message(int status, String path, HttpResponse<String> answer) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("content-type").orElseThrow()).startsWith("application/json");
        JsonNode body = DialectHttpClient.json(answer);
        JsonNode error = body.path("error");
        assertThat(error.path("type").asText()).isNotEmpty();
        if (path.contains("messages")) {
            assertThat(body.path("type").asText()).isEqualTo("error");
        } else {
            assertThat(body.has("type")).isFalse();
            assertThat(error.has("code")).isTrue();
            assertThat(error.has("param")).isTrue();
        }
        return error.path("message").asText();
    }

    private DialectHttpClient dialectHttpClient() {
        return new DialectHttpClient(service);
    }
}
