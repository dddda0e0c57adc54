package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ReceivedRequest;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What backends offer beside the dialects passes byte for byte, is written down without its bodies, and
/// obeys the same rules as everything else.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyPassedIT {
    private static final String EMBEDDINGS = "/v1/embeddings";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @Test
    void bothBodiesPassByteForByteAndAreNotKept() throws Exception {
        String answer = "{ \"data\" : [1.50, 1e400],\n\"model\":\"whatever\" }";
        String model = backend.model((_, socket) -> socket.json(answer, "x-ratelimit-remaining-requests: 7"));
        String body = "{\"input\" : [\"a\", {\"model\":\"inner\"}, 1.50],  \"model\" : \"" + model
                + "\", \"x\":\"\u00e4\"}\n";
        ProxiedRun run = ProxiedRun.open(service, "keyed");

        HttpResponse<String> given =
                run.post(EMBEDDINGS + "?x=1", body, "authorization", "Bearer mine", "x-own", "kept");

        assertThat(given.statusCode()).isEqualTo(200);
        assertThat(given.body()).isEqualTo(answer);
        assertThat(given.headers().firstValue("content-length")).contains(Integer.toString(answer.length()));
        assertThat(given.headers().firstValue("x-ratelimit-remaining-requests")).contains("7");
        ReceivedRequest receivedRequest = backend.take(model);
        assertThat(receivedRequest.target()).isEqualTo(EMBEDDINGS + "?x=1");
        assertThat(receivedRequest.text()).isEqualTo(body);
        assertThat(receivedRequest.header("authorization")).containsExactly("Bearer configured-key");
        assertThat(receivedRequest.header("x-own")).containsExactly("kept");
        JsonNode exchange = run.exchange(1);
        assertThat(exchange.path("kind").asText()).isEqualTo("passed");
        assertThat(exchange.path("path").asText()).isEqualTo(EMBEDDINGS);
        assertThat(exchange.path("model").asText()).isEqualTo(model);
        assertThat(exchange.path("outcome").asText()).isEqualTo("COMPLETED");
        assertThat(exchange.at("/backend/name").asText()).isEqualTo("keyed");
        assertThat(exchange.at("/bytes/request").asLong()).isEqualTo(body.getBytes(StandardCharsets.UTF_8).length);
        assertThat(exchange.at("/bytes/answer").asLong()).isEqualTo(answer.length());
        assertThat(run.tokens(1)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x=%0d%0a", "x=a/../b", "x=a%26b", "=1", "x=1&&y=2", "x=1?y", "x=@"})
    void aQueryWithOtherCharactersIsRefused(String query) throws Exception {
        ProxiedRun run = ProxiedRun.open(service, "plain");

        String message = ProxiedRun.refusal(400, EMBEDDINGS, run.post(EMBEDDINGS + "?" + query, "{}"));

        assertThat(message).contains("The query has characters");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLargeFileOfAFormPasses(boolean isAnnounced) throws Exception {
        byte[] body = new byte[20_000_000];
        new Random(7).nextBytes(body);
        String target = "/v1/audio/large-" + isAnnounced;
        backend.answer(target, (_, socket) -> socket.whole(200, "Hello", "content-type: text/plain"));
        ProxiedRun run = ProxiedRun.open(service, "plain");

        HttpResponse<String> given = run.asking()
                .send(
                        "POST",
                        "/r/" + run.run().id() + target,
                        isAnnounced
                                ? BodyPublishers.ofByteArray(body)
                                : BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body)),
                        "content-type",
                        "multipart/form-data; boundary=x");

        assertThat(given.body()).isEqualTo("Hello");
        assertThat(given.headers().firstValue("content-type")).contains("text/plain");
        ReceivedRequest receivedRequest = backend.take(target);
        assertThat(receivedRequest.body()).isEqualTo(body);
        assertThat(receivedRequest.header("content-type")).containsExactly("multipart/form-data; boundary=x");
        assertThat(run.exchange(1).at("/bytes/request").asLong()).isEqualTo(body.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 200_000})
    void theMapOfModelsLeadsToABackendAndOnlyTheNameChanges(int before) throws Exception {
        backend.forget("real-plain");
        backend.answer("real-plain", (_, socket) -> socket.json("{\"model\":\"real-plain\"}"));
        String body = "{\"input\":\"" + "x".repeat(before)
                + "\",\"n\":1.50, \"model\" : \"alias-plain\", \"model2\":\"alias-plain\"}";

        HttpResponse<String> given = new DialectHttpClient(service).post(EMBEDDINGS, body);

        assertThat(given.body()).isEqualTo("{\"model\":\"real-plain\"}");
        assertThat(backend.take("real-plain").text())
                .isEqualTo(body.replace("\"model\" : \"alias-plain\"", "\"model\" : \"real-plain\""));
        String run = given.headers().firstValue("x-throughline-run").orElseThrow();
        String number = given.headers().firstValue("x-throughline-exchange").orElseThrow();
        JsonNode exchange = DialectHttpClient.json(
                new DialectHttpClient(service).get("/api/v1/runs/" + run + "/exchanges/" + number));
        assertThat(exchange.path("model").asText()).isEqualTo("alias-plain");
        assertThat(exchange.at("/backend/model").asText()).isEqualTo("real-plain");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 300_000})
    void theMapOfModelsReadsTheFieldOfAForm(int before) throws Exception {
        String target = "/v1/audio/transcriptions";
        backend.answer(target, (_, socket) -> socket.json("{\"text\":\"Hi\"}"));
        String file = "Content-Disposition: form-data; name=\"file\"; filename=\"model\"\r\n\r\n" + "x".repeat(before);
        String body = "--b\r\n" + file + "\r\n--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\n"
                + "alias-plain\r\n--b\r\n" + file + "alias-plain\r\n--b--\r\n";

        HttpResponse<String> given =
                new DialectHttpClient(service).post(target, body, "content-type", "multipart/form-data; boundary=b");

        assertThat(given.body()).isEqualTo("{\"text\":\"Hi\"}");
        assertThat(backend.take(target).text()).isEqualTo(body.replaceFirst("alias-plain", "real-plain"));
        assertThat(exchange(given).path("model").asText()).isEqualTo("alias-plain");
        assertThat(exchange(given).at("/backend/name").asText()).isEqualTo("plain");
        assertThat(exchange(given).at("/backend/model").asText()).isEqualTo("real-plain");
    }

    @Test
    void aGetPassesAndItsQueryNamesTheModel() throws Exception {
        String target = "/v1/audio/voices?x=1&model=real-plain";
        backend.answer(target, (_, socket) -> socket.json("[]"));

        HttpResponse<String> given =
                new DialectHttpClient(service).get("/v1/audio/voices?x=1&model=alias-plain", "x-own", "kept");

        assertThat(given.body()).isEqualTo("[]");
        ReceivedRequest received = backend.take(target);
        assertThat(received.method()).isEqualTo("GET");
        assertThat(received.header("x-own")).containsExactly("kept");
        assertThat(received.header("content-length")).isEmpty();
        assertThat(received.header("transfer-encoding")).isEmpty();
        assertThat(exchange(given).path("model").asText()).isEqualTo("alias-plain");
        assertThat(exchange(given).at("/backend/model").asText()).isEqualTo("real-plain");
        assertThat(exchange(given).path("outcome").asText()).isEqualTo("COMPLETED");
    }

    @Test
    void aModelOfTheBodyComesBeforeThatOfTheQuery() throws Exception {
        backend.forget("real-plain");
        backend.answer("real-plain", (_, socket) -> socket.json("{}"));

        new DialectHttpClient(service).post(EMBEDDINGS + "?model=kept-x%2Fy", "{\"model\":\"alias-plain\"}");

        assertThat(backend.take("real-plain").target()).isEqualTo(EMBEDDINGS + "?model=kept-x%2Fy");
    }

    @Test
    void otherMethodsAreRefused() throws Exception {
        HttpResponse<String> given =
                new DialectHttpClient(service).send("PUT", "/proxy/plain" + EMBEDDINGS, BodyPublishers.noBody());

        ProxiedRun.refusal(405, EMBEDDINGS, given);
        assertThat(given.headers().firstValue("allow")).contains("GET, POST");
    }

    private JsonNode exchange(HttpResponse<String> given) throws Exception {
        String run = given.headers().firstValue("x-throughline-run").orElseThrow();
        String number = given.headers().firstValue("x-throughline-exchange").orElseThrow();
        return DialectHttpClient.json(
                new DialectHttpClient(service).get("/api/v1/runs/" + run + "/exchanges/" + number));
    }

    @Test
    void aModelThatDecidesMustStandNearTheStart() throws Exception {
        String body = "{\"input\":\"" + "x".repeat(9_000_000) + "\",\"model\":\"alias-plain\"}";

        String message = ProxiedRun.refusal(413, EMBEDDINGS, new DialectHttpClient(service).post(EMBEDDINGS, body));

        assertThat(message).contains("throughline.gateway.passed-model-within");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/stub/v1/embeddings", "/v1/embeddings", "/stub/tokenize", "/tokenize"})
    void theStubHasNoSuchEndpoint(String path) throws Exception {
        String body = "{\"model\":\"glm-4.7\",\"input\":\"a\"}";

        assertThat(ProxiedRun.refusal(404, path, new DialectHttpClient(service).post(path, body)))
                .contains("The stub has no such endpoint");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/tokenize, /tokenize",
        "/detokenize, /detokenize",
        "/v1/audio/sp%65ech-2, /v1/audio/speech-2",
    })
    void aPathIsBuiltFromTheAllowList(String path, String target) throws Exception {
        backend.answer(target, (_, socket) -> socket.json("{}"));

        HttpResponse<String> given = new DialectHttpClient(service).post("/proxy/plain" + path, "{}");

        assertThat(given.statusCode()).as(given.body()).isEqualTo(200);
        assertThat(backend.take(target).target()).isEqualTo(target);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/v1/fine_tuning/jobs", "/v1/audio", "/v1/audio/a/b", "/v1/audio/a%2Fb", "/v1/audio/%2e%2e"})
    void whatIsNotOnTheListReachesNoBackend(String path) throws Exception {
        int before = backend.targets().size();

        ProxiedRun.refusal(404, path, new DialectHttpClient(service).post("/proxy/plain" + path, "{}"));

        assertThat(backend.targets()).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded; charset=utf-8"})
    void aSimpleFormIsRefused(String type) throws Exception {
        HttpResponse<String> given =
                new DialectHttpClient(service).post("/proxy/plain" + EMBEDDINGS, "{}", "content-type", type);

        ProxiedRun.refusal(415, EMBEDDINGS, given);
    }

    @Test
    void aPageOfAnotherOriginIsRefused() throws Exception {
        HttpResponse<String> given = new DialectHttpClient(service)
                .post(
                        "/proxy/plain/v1/audio/transcriptions",
                        "--x--",
                        "content-type",
                        "multipart/form-data; boundary=x",
                        "origin",
                        "https://elsewhere.example");

        ProxiedRun.refusal(403, EMBEDDINGS, given);
    }

    @Test
    void anErrorKeepsItsStatusAndShowsNoKey() throws Exception {
        String error =
                "{\"error\":{\"message\":\"Incorrect key configured-key\",\"type\":\"auth\",\"code\":null,\"param\":null}}";
        String model = backend.model((_, socket) -> socket.whole(401, error, "content-type: application/json"));
        ProxiedRun run = ProxiedRun.open(service, "keyed");

        HttpResponse<String> given = run.post(EMBEDDINGS, "{\"model\":\"" + model + "\"}");

        assertThat(ProxiedRun.refusal(401, EMBEDDINGS, given)).isEqualTo("Incorrect key [key]");
        assertThat(given.body()).isEqualTo(error.replace("configured-key", "[key]"));
        JsonNode exchange = run.exchange(1);
        assertThat(exchange.path("outcome").asText()).isEqualTo("FAILED");
        assertThat(exchange.path("status").asInt()).isEqualTo(401);
    }

    @Test
    void anErrorInAnotherShapeIsReportedInTheDialectsShape() throws Exception {
        String model = backend.model((_, socket) -> socket.whole(503, "<html>busy</html>", "content-type: text/html"));
        ProxiedRun run = ProxiedRun.open(service, "plain");

        HttpResponse<String> given = run.post(EMBEDDINGS, "{\"model\":\"" + model + "\"}");

        ProxiedRun.refusal(503, EMBEDDINGS, given);
    }

    @Test
    void anUnreachableBackendIsReported() throws Exception {
        ProxiedRun run = ProxiedRun.open(service, "gone");

        ProxiedRun.refusal(502, EMBEDDINGS, run.post(EMBEDDINGS, "{\"model\":\"m\"}"));

        assertThat(run.outcome()).isEqualTo("FAILED");
    }

    @Test
    void otherRequestsCountTheirConversationsAsBefore() throws Exception {
        String model = backend.model((_, socket) -> socket.json("{}"));
        ProxiedRun run = ProxiedRun.open(service, "plain");
        run.post(EMBEDDINGS, "{\"model\":\"" + model + "\"}");
        backend.answer(model, (_, socket) -> socket.whole(500, "{}"));
        run.post(EMBEDDINGS, "{\"model\":\"" + model + "\"}");

        JsonNode report = DialectHttpClient.json(run.get("/v1/validation_report"));

        assertThat(report.path("total").asInt()).isZero();
        assertThat(List.of(
                        run.exchange(1).path("number").asInt(),
                        run.exchange(2).path("number").asInt()))
                .containsExactly(1, 2);
        assertThat(run.run().get("/report").path("notes")).isEmpty();
    }
}
