package dev.throughline.gateway;

import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ReceivedRequest;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Which headers go to a backend, and whose credential.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyHeadersIT {
    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @Test
    void endToEndHeadersPassWithinADialectAndThoseOfTheConnectionDoNot() throws Exception {
        Map<String, String> headers = sent(
                "anthropic",
                ProxiedRun.MESSAGES,
                "anthropic-beta",
                "a,b",
                "anthropic-version",
                "2099-01-01",
                "x-custom",
                "kept",
                "user-agent",
                "client/1",
                "cookie",
                "session=1",
                "te",
                "trailers",
                "x-forwarded-for",
                "10.0.0.1",
                "x-include-thinking",
                "true",
                "x-throughline-note",
                "mine");

        assertThat(headers)
                .containsEntry("anthropic-beta", "a,b")
                .containsEntry("anthropic-version", "2099-01-01")
                .containsEntry("x-custom", "kept")
                .containsEntry("user-agent", "client/1")
                .containsEntry("content-type", "application/json")
                .doesNotContainKeys(
                        "cookie",
                        "te",
                        "x-forwarded-for",
                        "x-include-thinking",
                        "x-throughline-note",
                        "http2-settings",
                        "upgrade");
        assertThat(headers.get("host")).isNotEqualTo(service.getAuthority());
    }

    @Test
    void headersThatTheConnectionHeaderNamesStayBehind() throws Exception {
        String model = backend.model((_, socket) -> socket.whole(400, "{}"));
        ProxiedRun run = ProxiedRun.open(service, "plain");
        String body = ProxiedRun.body(ProxiedRun.CHAT, model, false);

        try (RawClient client = RawClient.send(
                service,
                "/r/" + run.run().id() + ProxiedRun.CHAT,
                body,
                "connection: X-Hop, keep-alive",
                "x-hop: secret",
                "keep-alive: timeout=5",
                "x-stays: yes")) {
            client.until("400");
        }

        Map<String, String> headers = headers(backend.take(model));
        assertThat(headers).containsEntry("x-stays", "yes").doesNotContainKeys("x-hop", "keep-alive");
        assertThat(headers.getOrDefault("connection", "")).doesNotContain("x-hop");
    }

    @Test
    void repeatedHeadersAllPass() throws Exception {
        String model = backend.model((_, socket) -> socket.whole(400, "{}"));
        ProxiedRun.open(service, "anthropic")
                .post(
                        ProxiedRun.MESSAGES,
                        ProxiedRun.body(ProxiedRun.MESSAGES, model, false),
                        "anthropic-beta",
                        "one",
                        "anthropic-beta",
                        "two");

        assertThat(String.join(",", backend.take(model).header("anthropic-beta"))
                        .replace(" ", ""))
                .isEqualTo("one,two");
    }

    @Test
    void acrossDialectsNoHeaderOfTheClientPassesButItsCredential() throws Exception {
        Map<String, String> headers =
                sent("plain", ProxiedRun.MESSAGES, "anthropic-beta", "a", "x-custom", "no", "x-api-key", "client-key");

        assertThat(headers)
                .containsEntry("authorization", "Bearer client-key")
                .doesNotContainKeys("anthropic-beta", "anthropic-version", "x-custom", "x-api-key");
    }

    @ParameterizedTest
    @CsvSource({
        "keyed,/v1/chat/completions,authorization,Bearer configured-key",
        "keyed,/v1/messages,authorization,Bearer configured-key",
        "anthropic-keyed,/v1/messages,x-api-key,configured-key",
        "anthropic-keyed,/v1/chat/completions,x-api-key,configured-key"
    })
    void aConfiguredKeyReplacesTheClients(String name, String path, String header, String value) throws Exception {
        Map<String, String> headers = sent(name, path, "authorization", "Bearer client-key", "x-api-key", "client-key");

        assertThat(headers).containsEntry(header, value);
        assertThat(headers.toString()).doesNotContain("client-key");
    }

    @ParameterizedTest
    @CsvSource({
        "plain,/v1/chat/completions,authorization,Bearer client-key,authorization,Bearer client-key",
        "plain,/v1/responses,authorization,Bearer client-key,authorization,Bearer client-key",
        "plain,/v1/messages,x-api-key,client-key,authorization,Bearer client-key",
        "plain,/v1/messages,authorization,Bearer client-key,authorization,Bearer client-key",
        "anthropic,/v1/messages,x-api-key,client-key,x-api-key,client-key",
        "anthropic,/v1/messages,authorization,Bearer client-key,authorization,Bearer client-key",
        "anthropic,/v1/chat/completions,authorization,Bearer client-key,x-api-key,client-key"
    })
    void withoutAConfiguredKeyTheClientsPassesInTheFormTheBackendWants(
            String name, String path, String header, String value, String wanted, String form) throws Exception {
        assertThat(sent(name, path, header, value)).containsEntry(wanted, form);
    }

    @Test
    void keysAreNotInTheRecord() throws Exception {
        String model = backend.model((_, socket) -> socket.whole(401, "{\"error\":{\"message\":\"wrong key\"}}"));
        ProxiedRun run = ProxiedRun.open(service, "keyed");

        run.post(
                ProxiedRun.CHAT,
                ProxiedRun.body(ProxiedRun.CHAT, model, false),
                "authorization",
                "Bearer client-key-4711",
                "cookie",
                "session=client-key-4711");

        String record = run.exchange(1) + run.run().text("/report") + run.run().text("/exchanges/1/tokens");
        assertThat(record).contains("wrong key").doesNotContain("client-key-4711", "configured-key");
    }

    private Map<String, String> sent(String name, String path, String... headers) throws Exception {
        String model = backend.model((_, socket) -> socket.whole(400, "{}"));
        ProxiedRun.open(service, name).post(path, ProxiedRun.body(path, model, true), headers);
        return headers(backend.take(model));
    }

    private static Map<String, String> headers(ReceivedRequest receivedRequest) {
        return receivedRequest.headers().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a + "," + b));
    }
}
