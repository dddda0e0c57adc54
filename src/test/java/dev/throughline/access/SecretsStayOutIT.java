package dev.throughline.access;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.KeysProfile;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/// Whole conversations with marked secrets in every header that may hold one, through the stub and through backends
/// that repeat the credential they got; then every column of every table, the log and every export is searched.
@QuarkusTest
@TestProfile(KeysProfile.class)
class SecretsStayOutIT {
    private static final String THEIRS = "sk-marked-credential-of-the-client";
    private static final String COOKIE = "marked-cookie";
    /// What `KeysProfile`'s backends are configured with.
    private static final String CONFIGURED = "configured-key";
    private static final String CONTENT = "marked-content";
    private static final List<String> DOORS = List.of("/v1/chat/completions", "/v1/messages", "/v1/responses");

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    ScriptedBackend backend;

    @Test
    void noTableNoLogAndNoExportHoldsACredential() {
        KeyText key = KeyedHttpClient.keys().create("", Scope.RUN, KeyLimits.NONE);
        KeyedHttpClient keyedHttpClient = KeyedHttpClient.sending(
                "authorization",
                "Bearer " + THEIRS,
                "x-api-key",
                THEIRS,
                "cookie",
                "session=" + COOKIE,
                "proxy-authorization",
                "Basic " + THEIRS,
                "x-throughline-key",
                key.reveal());

        String answers = stub(keyedHttpClient)
                + proxied(keyedHttpClient, "plain")
                + proxied(keyedHttpClient, "keyed")
                + proxied(keyedHttpClient, "anthropic");
        String exports = exports(keyedHttpClient);

        List<String> secrets = List.of(THEIRS, COOKIE, CONFIGURED, key.reveal(), secretOf(key));
        Map<String, List<String>> holders = DatabaseTextSearch.tablesHolding(
                Stream.concat(secrets.stream(), Stream.of(CONTENT, hidden())).toList());
        for (String secret : secrets) {
            assertThat(holders.get(secret)).as(secret).isEmpty();
            assertThat(exports).doesNotContain(secret);
            assertThat(log.text()).doesNotContain(secret);
            assertThat(answers).doesNotContain(secret);
        }
        assertThat(holders.get(CONTENT)).contains("exchange_body");
        assertThat(holders.get(hidden())).contains("exchange");
        assertThat(exports).contains(CONTENT, hidden());
        assertThat(log.text()).contains("/v1/chat/completions");
    }

    private static String hidden() {
        return "Incorrect API key provided: [key]";
    }

    private String stub(KeyedHttpClient keyedHttpClient) {
        String run = keyedHttpClient.run("{\"scenario\":\"tools\"}");
        return Stream.of("", "/r/" + run)
                .flatMap(base -> DOORS.stream().map(door -> base + door))
                .flatMap(path ->
                        Stream.of(true, false).map(stream -> keyedHttpClient.post(path, body(path, "m", stream))))
                .map(answer -> answer.status() + answer.body())
                .reduce("", String::concat);
    }

    /// A backend that repeats the credential in an error body, in an error of status 200, and in the middle of a
    /// stream.
    private String proxied(KeyedHttpClient keyedHttpClient, String name) {
        String refusing = backend.model((request, socket) ->
                socket.whole(401, error(request.headers().toString()), "content-type: application/json"));
        String lying = backend.model(
                (request, socket) -> socket.json(error(request.headers().toString())));
        String breaking = backend.model((request, socket) -> {
            socket.stream()
                    .chunk("data: {\"id\":\"1\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":"
                            + "{\"role\":\"assistant\",\"content\":\"Hi\"}}]}\n\n");
            socket.chunk("data: " + error(request.headers().toString()) + "\n\n");
            socket.end();
        });
        return Stream.of(refusing, lying, breaking)
                .flatMap(model -> DOORS.stream()
                        .flatMap(door -> Stream.of(true, false)
                                .map(stream ->
                                        keyedHttpClient.post("/proxy/" + name + door, body(door, model, stream)))))
                .map(answer -> answer.status() + answer.body())
                .reduce(keyedHttpClient.get("/proxy/" + name + "/v1/models").body(), String::concat);
    }

    private static String error(String headers) {
        String credential = headers.replaceAll("(?s).*authorization=Bearer ([^,\\]]+).*", "$1");
        return "{\"error\":{\"type\":\"authentication_error\",\"message\":\"Incorrect API key provided: " + credential
                + "\"}}";
    }

    private static String body(String path, String model, boolean stream) {
        String input = path.endsWith("responses")
                ? "\"input\":\"%s\"".formatted(CONTENT)
                : "\"max_tokens\":99,\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]".formatted(CONTENT);
        return "{\"model\":\"%s\",\"stream\":%s,%s}".formatted(model, stream, input);
    }

    private static String exports(KeyedHttpClient keyedHttpClient) {
        var all = new StringBuilder();
        for (JsonNode run : keyedHttpClient.get("/api/v1/runs?limit=500").json().path("runs")) {
            String base = "/api/v1/runs/" + run.path("id").asText();
            TestHttpClient.Answer exchanges = keyedHttpClient.get(base + "/exchanges?limit=500");
            all.append(run).append(exchanges.body());
            Stream.of("", "/report", "/report?format=text")
                    .forEach(path -> all.append(keyedHttpClient.get(base + path).body()));
            for (JsonNode exchange : exchanges.json().path("exchanges")) {
                String one = base + "/exchanges/" + exchange.path("number").asText();
                Stream.of("", "/request", "/tokens")
                        .forEach(path ->
                                all.append(keyedHttpClient.get(one + path).body()));
            }
        }
        return all.toString();
    }

    private static String secretOf(KeyText key) {
        return key.reveal().substring(key.reveal().lastIndexOf('_') + 1);
    }
}
