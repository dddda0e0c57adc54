package dev.throughline.access;

import dev.throughline.testing.Expensive;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What a page of another origin, or under another name, reaches of a service on a loopback address: nothing. What
/// programs and people send is answered.
@Expensive(8)
@QuarkusTest
class CrossOriginIT {
    private static final String CHAT = "/v1/chat/completions";
    private static final String JSON = "content-type: application/json";

    static Stream<String> endpoints() {
        return Stream.of(
                "POST /v1/chat/completions",
                "POST /v1/messages",
                "POST /v1/responses",
                "POST /v1/messages/count_tokens",
                "POST /stub/v1/chat/completions",
                "POST /r/aaaaaaaaaaaaaaaaaaaaaaaaaa/v1/messages",
                "POST /v1/reset",
                "GET /v1/models",
                "GET /v1/validation_report",
                "GET /",
                "GET /v1/nothing",
                "GET /api/v1/runs",
                "POST /api/v1/runs",
                "POST /api/v1/runs/no-such-run/seal",
                "POST /api/v1/runs/no-such-run/publish",
                "DELETE /api/v1/runs/no-such-run",
                "PUT /api/v1/products/x/latest",
                "GET /api/v1/matrix",
                "GET /badge/opencode/THINK.svg",
                "GET /q/metrics",
                "GET /q/health/ready",
                "GET /health",
                "GET /openapi",
                "GET /docs",
                "GET /nothing",
                "OPTIONS /v1/chat/completions",
                "OPTIONS /api/v1/runs");
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void anotherNameIsMisdirected(String line) {
        assertRefused(line, 421, "Host header", ask(line, "host: attacker.example"));
        assertRefused(line, 421, "Host header", ask(line.replace(" ", " http://attacker.example"), "host: localhost"));
    }

    /// Source: RFC 9112, 3.2.2.
    @Test
    void theHostOfAnAbsoluteUriIsTheOneThatIsNamed() {
        assertThat(ask("GET http://localhost/api/v1/runs", "host: localhost")).startsWith("HTTP/1.1 200 ");
        assertThat(ask("GET http://localhost:81/api/v1/runs", "host: localhost", "origin: http://localhost"))
                .startsWith("HTTP/1.1 403 ");
        assertThat(ask("GET http://localhost@attacker.example/api/v1/runs", "host: localhost"))
                .startsWith("HTTP/1.1 4");
        assertThat(ask("GET http://attacker.example?/api/v1/runs", "host: localhost"))
                .startsWith("HTTP/1.1 421 ");
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void anotherOriginIsForbidden(String line) {
        assertRefused(line, 403, "origin", ask(line, "host: localhost", "origin: http://attacker.example"));
        assertRefused(line, 403, "origin", ask(line, "host: localhost", "sec-fetch-site: cross-site"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "origin: null",
                "origin: http://localhost:1",
                "origin: http://localhost.attacker.example",
                "origin: file://",
                "origin: chrome-extension://abc",
                "origin: http://localhost:8080@attacker.example",
                "origin: http://localhost\r\norigin: http://attacker.example",
                "origin: http://localhost\r\nsec-fetch-site: cross-site",
                "sec-fetch-site: same-site",
                "sec-fetch-site: something-new",
                "sec-fetch-site: cross-site\r\nsec-fetch-mode: no-cors\r\nsec-fetch-dest: image",
                "sec-fetch-site: cross-site\r\nsec-fetch-mode: navigate\r\nsec-fetch-dest: iframe"
            })
    void nothingThatABrowserSaysOfAnotherOriginPasses(String headers) {
        assertThat(ask("GET /api/v1/runs", "host: localhost", headers)).startsWith("HTTP/1.1 403 ");
        assertThat(ask("POST " + CHAT, "host: localhost", JSON, headers)).startsWith("HTTP/1.1 403 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "host: localhost",
                "host: 127.0.0.1:8080",
                "host: 127.3.2.1",
                "host: [::1]:8080",
                "host: throughline.localhost",
                "host: LocalHost.:80",
                "host: localhost:8080\r\norigin: http://localhost:8080",
                "host: localhost\r\norigin: http://localhost:80",
                "host: localhost\r\norigin: https://LOCALHOST:443",
                "host: [::1]:8080\r\norigin: http://[::1]:8080\r\nsec-fetch-site: same-origin",
                "host: localhost\r\nsec-fetch-site: none\r\nsec-fetch-mode: navigate"
            })
    void programsAndOwnPagesAreAnswered(String headers) {
        assertThat(ask("GET /api/v1/runs", headers)).startsWith("HTTP/1.1 200 ");
        assertThat(ask("GET /v1/models", headers)).startsWith("HTTP/1.1 200 ");
    }

    @ParameterizedTest
    @CsvSource({
        "GET /api/v1/matrix, 200",
        "GET /docs, 200",
        "GET /v1/validation_report, 200",
        "GET /, 200",
        "GET /v1/models, 403",
        "GET /v1/models/x, 403",
        "POST /api/v1/runs, 403",
        "POST /v1/reset, 403",
    })
    void aLinkToAPageMayBeFollowedAndNothingElse(String line, int status) {
        assertThat(ask(
                        line,
                        "host: localhost",
                        "sec-fetch-site: cross-site",
                        "sec-fetch-mode: navigate",
                        "sec-fetch-dest: document"))
                .startsWith("HTTP/1.1 " + status + " ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "content-length: 2",
                "transfer-encoding: chunked",
                "content-length: 2\r\ncontent-type: text/plain",
                "content-length: 2\r\ncontent-type: text/plain;application/json",
                "content-length: 2\r\ncontent-type: application/x-www-form-urlencoded",
                "content-length: 2\r\ncontent-type: multipart/form-data; boundary=x",
                "content-length: 2\r\ncontent-type:",
                "content-length: 0\r\ncontent-type: application/x-www-form-urlencoded"
            })
    void aBodyThatNeedsNoPreflightIsRefused(String headers) {
        String body = headers.contains("chunked") ? "2\r\n{}\r\n0\r\n\r\n" : headers.contains(" 0") ? "" : "{}";
        for (String line : List.of(
                "POST " + CHAT,
                "POST /v1/messages",
                "POST /v1/responses",
                "POST /v1/reset",
                "POST /api/v1/runs",
                "POST /api/v1/runs/no-such-run/seal",
                "DELETE /api/v1/runs/no-such-run")) {
            assertRefused(line, 415, "application/json", send(body, line, "host: localhost", headers));
        }
    }

    @Test
    void whatHasNoBodyNeedsNoType() {
        assertThat(ask("POST /api/v1/runs/no-such-run/seal", "host: localhost")).startsWith("HTTP/1.1 404 ");
        assertThat(ask("POST /api/v1/runs/no-such-run/seal", "host: localhost", "content-length: 0"))
                .startsWith("HTTP/1.1 404 ");
        assertThat(ask("DELETE /api/v1/runs/no-such-run", "host: localhost", JSON))
                .startsWith("HTTP/1.1 404 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"host: localhost\r\nhost: localhost", "host: localhost\r\nhost: attacker.example"})
    void exactlyOneHostIsNeeded(String headers) {
        assertRefused("GET /v1/models", 400, "Host header", ask("GET /v1/models", headers));
        assertRefused("GET /api/v1/runs", 400, "Host header", ask("GET /api/v1/runs", headers));
    }

    @Test
    void onlyAnOldHealthCheckMayNameNoHost() {
        assertThat(RawRequest.send("", "GET /api/v1/runs HTTP/1.1")).startsWith("HTTP/1.1 400 ");
        assertThat(ask("GET /api/v1/runs", "host: localhost, attacker.example")).startsWith("HTTP/1.1 400 ");
        assertThat(ask("GET /api/v1/runs", "host: user@localhost")).startsWith("HTTP/1.1 400 ");
        assertThat(RawRequest.send("", "GET /health HTTP/1.0")).startsWith("HTTP/1.0 200 ");
    }

    private static String ask(String line, String... headers) {
        return send("", line, headers);
    }

    private static String send(String body, String line, String... headers) {
        List<String> head = new ArrayList<>(List.of(line + " HTTP/1.1"));
        head.addAll(List.of(headers));
        return RawRequest.send(body, head.toArray(String[]::new));
    }

    private static void assertRefused(String line, int status, String word, String answer) {
        assertThat(answer)
                .as(line)
                .startsWith("HTTP/1.1 " + status + " ")
                .contains(word)
                .doesNotContain("access-control-allow-origin");
        boolean isDialect = !line.contains("/api/") && line.contains("/v1/");
        assertThat(answer).as(line).contains(isDialect ? "\"error\"" : "");
        assertThat(line.contains("/api/") && !answer.contains("application/problem+json"))
                .as(answer)
                .isFalse();
    }
}
