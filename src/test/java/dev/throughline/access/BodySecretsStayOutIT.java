package dev.throughline.access;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.KeysProfile;
import dev.throughline.testing.ReceivedRequest;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Requests with a marked credential in every field that an API defines for one, to the stub and to backends that
/// repeat what they got; then every column of every table, the log and every export is searched.
@QuarkusTest
@TestProfile(KeysProfile.class)
class BodySecretsStayOutIT {
    private static final String SECRET = "marked-credential-in-a-body";
    private static final String CONTENT = "marked-content-beside-it";
    private static final String IMAGE = "https://user:" + SECRET + "@images.example/i.png?x-sig=" + SECRET;
    private static final String FOREIGN = """
            "api_key":"%1$s","extra_headers":{"x-api-key":"%1$s"},\
            "data_sources":[{"type":"azure_search","parameters":{"authentication":{"type":"api_key","key":"%1$s"}}}]\
            """.formatted(SECRET);
    private static final String CHAT = """
            {"model":"MODEL","stream":STREAM,%1$s,"messages":[
            {"role":"user","content":[{"type":"text","text":"%2$s"},{"type":"image_url","image_url":{"url":"%3$s"}}]},
            {"role":"assistant","content":"Hi"},{"role":"user","content":"go on"}],
            "tools":[{"type":"mcp","mcp":{"server_label":"l","server_url":"https://m.example/sse?key=%4$s",
            "headers":{"Authorization":"Bearer %4$s"}}}]}""".formatted(FOREIGN, CONTENT, IMAGE, SECRET);
    private static final String MESSAGES = """
            {"model":"MODEL","stream":STREAM,"max_tokens":99,%1$s,"messages":[
            {"role":"user","content":[{"type":"text","text":"%2$s"},
            {"type":"image","source":{"type":"url","url":"%3$s"}}]},
            {"role":"assistant","content":[{"type":"text","text":"Hi"}]},{"role":"user","content":"go on"}],
            "mcp_servers":[{"type":"url","name":"n","url":"https://m.example/sse?key=%4$s",
            "authorization_token":"%4$s"}]}""".formatted(FOREIGN, CONTENT, IMAGE, SECRET);
    private static final String RESPONSES = """
            {"model":"MODEL","stream":STREAM,%1$s,"input":[
            {"role":"user","content":[{"type":"input_text","text":"%2$s"},{"type":"input_image","image_url":"%3$s"},
            {"type":"input_file","file_url":"%3$s"}]},
            {"role":"assistant","content":[{"type":"output_text","text":"Hi"}]},{"role":"user","content":"go on"}],
            "tools":[{"type":"mcp","server_label":"l","server_url":"https://m.example/sse?key=%4$s",
            "authorization":"%4$s","headers":{"X-Key":"%4$s"}},
            {"type":"code_interpreter","container":{"type":"auto","network_policy":{"type":"allowlist",
            "domain_secrets":[{"domain":"d.example","name":"KEY","value":"%4$s"}]}}}]}\
            """.formatted(FOREIGN, CONTENT, IMAGE, SECRET);

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    ScriptedBackend backend;
    private final KeyedHttpClient keyedHttpClient = KeyedHttpClient.with(Scope.RUN);

    @Test
    void noTableNoLogAndNoExportHoldsACredentialOfABody() {
        String answers = asked("/v1/chat/completions", "plain", false)
                + asked("/v1/chat/completions", "anthropic", false)
                + asked("/v1/messages", "anthropic", false)
                + asked("/v1/messages", "plain", false)
                + asked("/v1/responses", "responses", false)
                + asked("/v1/responses", "plain", true);
        TestHttpClient.Answer counted =
                keyedHttpClient.post("/stub/v1/messages/count_tokens", body("messages", "m", false));

        assertThat(counted.status()).isEqualTo(200);
        assertThat(answers).doesNotContain(SECRET);
        Map<String, List<String>> holders = DatabaseTextSearch.tablesHolding(List.of(SECRET, CONTENT, "[secret "));
        assertThat(holders.get(SECRET)).isEmpty();
        assertThat(holders.get(CONTENT)).contains("exchange_body");
        assertThat(holders.get("[secret ")).contains("exchange_body");
        assertThat(log.text()).doesNotContain(SECRET);
        List<String> requests = new ArrayList<>();
        assertThat(exports(requests)).contains(CONTENT, "[secret ").doesNotContain(SECRET);
        assertThat(requests)
                .hasSize(13)
                .allSatisfy(request ->
                        assertThat(request).contains(CONTENT, "[secret ").doesNotContain(SECRET));
    }

    /// What the stub and a backend that refuses answer.
    private String asked(String door, String name, boolean isStream) {
        String refusing = backend.model((request, socket) -> {
            String repeated = request.text().contains(SECRET) ? SECRET : "none";
            socket.whole(400, error("Bad authorization " + repeated + "."), "content-type: application/json");
        });
        String stub = keyedHttpClient
                .post("/stub" + door, body(door, isStream ? "ok-stream" : "ok", isStream))
                .body();
        return stub
                + keyedHttpClient
                        .post("/proxy/" + name + door, body(door, refusing, isStream))
                        .body();
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/chat/completions, plain",
        "/v1/messages, anthropic",
        "/v1/responses, responses",
    })
    void theBackendGetsThemAsTheyCame(String door, String name) throws Exception {
        String model = backend.model((_, socket) -> socket.whole(400, error("no"), "content-type: application/json"));
        String body = body(door, model, false);

        keyedHttpClient.post("/proxy/" + name + door, body);

        ReceivedRequest receivedRequest = backend.take(model);
        assertThat(receivedRequest.text().split(SECRET, -1)).hasSize(body.split(SECRET, -1).length);
    }

    private static String body(String door, String model, boolean isStream) {
        String text = door.contains("messages") ? MESSAGES : door.contains("responses") ? RESPONSES : CHAT;
        return text.replace("MODEL", model).replace("STREAM", Boolean.toString(isStream));
    }

    private static String error(String message) {
        return "{\"error\":{\"type\":\"invalid_request_error\",\"message\":\"" + message + "\"}}";
    }

    /// Of all runs of the key; the recorded requests are added to a list.
    private String exports(List<String> requests) {
        var all = new StringBuilder();
        for (JsonNode run : keyedHttpClient.get("/api/v1/runs?limit=500").json().path("runs")) {
            String base = "/api/v1/runs/" + run.path("id").asText();
            TestHttpClient.Answer exchanges = keyedHttpClient.get(base + "/exchanges?limit=500");
            Stream.of("", "/report", "/report?format=text", "/report?format=junit", "/report?format=html")
                    .forEach(path -> all.append(keyedHttpClient.get(base + path).body()));
            for (JsonNode exchange : exchanges.json().path("exchanges")) {
                String one = base + "/exchanges/" + exchange.path("number").asText();
                requests.add(keyedHttpClient.get(one + "/request").body());
                Stream.of("", "/tokens")
                        .forEach(path ->
                                all.append(keyedHttpClient.get(one + path).body()));
            }
        }
        return all.append(String.join("\n", requests)).toString();
    }
}
