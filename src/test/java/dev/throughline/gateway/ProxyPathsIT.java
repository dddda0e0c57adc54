package dev.throughline.gateway;

import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Which paths a backend is asked for: those of its endpoints, whatever a client writes.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyPathsIT {
    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../v1/files",
                "..%2f..%2fv1%2ffiles",
                "%2e%2e/%2e%2e/v1/files",
                "%2E%2E%2F%2E%2E%2Fv1%2Ffiles",
                "x/../../files",
                "x%0d%0ax-injected:%20yes",
                "x%20HTTP/1.1%0d%0a",
                "x%00",
                "x%3Fadmin=true",
                "x%23y",
                "%252e%252e%252ffiles",
                ".%2e/files"
            })
    void noTextOfAClientLeavesTheEndpoint(String model) throws Exception {
        int before = backend.targets().size();

        HttpResponse<String> answer = new DialectHttpClient(service).get("/proxy/keyed/v1/models/" + model);

        ProxiedRun.refusal(404, "/v1/models", answer);
        assertThat(backend.targets()).hasSize(before);
    }

    @ParameterizedTest
    @CsvSource({
        "z-ai/glm-4.6, /v1/models/z-ai/glm-4.6",
        "z-ai%2Fglm-4.6, /v1/models/z-ai/glm-4.6",
        "ft:gpt-4o:org::abc, /v1/models/ft:gpt-4o:org::abc",
    })
    void aModelIsAskedForByItsId(String model, String target) throws Exception {
        backend.answer(target, (_, socket) -> socket.json("{\"id\":\"m\",\"object\":\"model\"}"));

        HttpResponse<String> answer = new DialectHttpClient(service).get("/proxy/keyed/v1/models/" + model);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(backend.take(target).target()).isEqualTo(target);
    }

    @Test
    void noQueryOfAClientGoesToABackend() throws Exception {
        String model = backend.model((_, socket) -> socket.whole(400, "{}"));
        backend.answer("/v1/models", (_, socket) -> socket.json("{\"object\":\"list\",\"data\":[]}"));
        var dialectHttpClient = new DialectHttpClient(service);

        dialectHttpClient.post(
                "/proxy/keyed/v1/chat/completions?x=../y&%0d%0a", ProxiedRun.body(ProxiedRun.CHAT, model, false));
        dialectHttpClient.get("/proxy/keyed/v1/models?limit=1&%0d%0a");

        assertThat(List.of(
                        backend.take(model).target(), backend.take("/v1/models").target()))
                .containsExactly("/v1/chat/completions", "/v1/models");
    }
}
