package dev.throughline.access;

import dev.throughline.testing.KeysProfile;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The security headers of every response.
@QuarkusTest
@TestProfile(KeysProfile.class)
class HeadersIT {
    private final KeyedHttpClient keyedHttpClient = KeyedHttpClient.with(Scope.ADMIN);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/v1/models",
                "/v1/validation_report",
                "/v1/nothing",
                "/api/v1/runs",
                "/api/v1/nothing",
                "/health",
                "/q/health",
                "/openapi",
                "/docs/",
                "/nothing"
            })
    void everyAnswerKeepsBrowsersFromSniffingFramingAndTelling(String path) {
        for (KeyedHttpClient asking : java.util.List.of(keyedHttpClient, KeyedHttpClient.NOBODY)) {
            TestHttpClient.Answer answer = asking.get(path);

            assertThat(answer.response().headers().allValues("x-content-type-options"))
                    .containsExactly("nosniff");
            assertThat(answer.response().headers().allValues("referrer-policy")).containsExactly("same-origin");
            assertThat(answer.response().headers().allValues("content-security-policy"))
                    .singleElement()
                    .asString()
                    .startsWith("default-src 'none'")
                    .contains("frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(answer.response().headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
        }
    }

    @Test
    void streamsHaveThemToo() {
        TestHttpClient.Answer answer =
                keyedHttpClient.post("/v1/chat/completions", KeyedHttpClient.CHAT.replace("false", "true"));

        assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
    }

    @Test
    void thePageOfTheApiRunsNoScriptOfItsText() {
        TestHttpClient.Answer page = keyedHttpClient.get("/docs");

        assertThat(page.header("content-security-policy")).contains("script-src 'self';");
        assertThat(page.body()).doesNotContainPattern("<script(?! src=)").doesNotContain("style=", "onload");
        page.body()
                .lines()
                .filter(line -> line.contains("src=") || line.contains("stylesheet"))
                .map(line -> line.replaceAll(".*(?:src|href)=\"([^\"]+)\".*", "$1"))
                .forEach(file ->
                        assertThat(keyedHttpClient.get(file).status()).as(file).isEqualTo(200));
    }

    @Test
    void onlyConfiguredOriginsMayCallFromABrowser() {
        TestHttpClient.Answer stranger =
                keyedHttpClient.and("origin", "https://evil.example.org").get("/api/v1/runs");
        TestHttpClient.Answer known =
                keyedHttpClient.and("origin", "https://tools.example.org").get("/api/v1/runs");
        TestHttpClient.Answer dialect = keyedHttpClient
                .and("origin", "https://tools.example.org")
                .post("/v1/chat/completions", KeyedHttpClient.CHAT);
        TestHttpClient.Answer preflight = KeyedHttpClient.sending(
                        "origin",
                        "https://tools.example.org",
                        "access-control-request-method",
                        "POST",
                        "access-control-request-headers",
                        "authorization")
                .send("OPTIONS", "/v1/chat/completions", "");

        assertThat(stranger.header("access-control-allow-origin")).isEmpty();
        assertThat(stranger.header("vary")).isEqualTo("origin");
        assertThat(known.header("access-control-allow-origin")).isEqualTo("https://tools.example.org");
        assertThat(dialect.header("access-control-allow-origin")).isEqualTo("https://tools.example.org");
        assertThat(preflight.status()).isEqualTo(204);
        assertThat(preflight.header("access-control-allow-headers")).isEqualTo("authorization");
        assertThat(known.header("access-control-allow-credentials")).isEmpty();
    }
}
