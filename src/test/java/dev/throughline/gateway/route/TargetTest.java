package dev.throughline.gateway.route;

import dev.throughline.conversation.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TargetTest {
    private static final Endpoint CHAT = new Endpoint.Generate(Dialect.OPENAI_CHAT);
    private static final Endpoint MESSAGES = new Endpoint.Generate(Dialect.ANTHROPIC);

    @ParameterizedTest
    @ValueSource(strings = {"/v1/messages", "/messages", "/v1/v1/messages", "//v1/messages", "/v1/messages/"})
    void readsTheDefaultRunHoweverTheBaseUrlEnds(String path) {
        assertThat(Target.of(path, PassedEndpoints.NONE)).contains(new Target(new Base.Default(), MESSAGES));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/r/abc/v1/chat/completions", "/r/abc/chat/completions", "/r/abc//v1/chat/completions"})
    void readsARunById(String path) {
        assertThat(Target.of(path, PassedEndpoints.NONE)).contains(new Target(new Base.ById("abc"), CHAT));
    }

    @Test
    void readsStubAndProxyBases() {
        assertThat(Target.of("/stub/v1/responses", PassedEndpoints.NONE))
                .contains(new Target(new Base.Stub(), new Endpoint.Generate(Dialect.RESPONSES)));
        assertThat(Target.of("/proxy/zai/v1/messages/count_tokens", PassedEndpoints.NONE))
                .contains(new Target(new Base.Proxy("zai"), new Endpoint.CountTokens()));
    }

    @Test
    void keepsTheSlashesOfAModelName() {
        assertThat(Target.of("/v1/models/z-ai/glm-4.6", PassedEndpoints.NONE))
                .contains(new Target(new Base.Default(), new Endpoint.Model("z-ai/glm-4.6")));
    }

    @Test
    void readsTheBaseItself() {
        assertThat(Target.of("/", PassedEndpoints.NONE)).contains(new Target(new Base.Default(), new Endpoint.Root()));
        assertThat(Target.of("/r/abc", PassedEndpoints.NONE))
                .contains(new Target(new Base.ById("abc"), new Endpoint.Root()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/runs",
                "/q/health",
                "/openapi",
                "/docs",
                "/docs/index.css",
                "/health",
                "/favicon.ico",
                "/r",
                "/badge/x/y.svg"
            })
    void leavesOtherPathsAlone(String path) {
        assertThat(Target.of(path, PassedEndpoints.NONE)).isEmpty();
    }

    @Test
    void claimsUnknownPathsBelowABaseOfItsOwn() {
        assertThat(Target.of("/v1/embeddings", PassedEndpoints.NONE))
                .contains(new Target(new Base.Default(), new Endpoint.Unknown("embeddings")));
        assertThat(Target.of("/r/abc/nothing", PassedEndpoints.NONE))
                .contains(new Target(new Base.ById("abc"), new Endpoint.Unknown("nothing")));
    }

    @Test
    void tellsTheDialectByPathAndOtherwiseByHeader() {
        assertThat(MESSAGES.dialect(false)).isEqualTo(Dialect.ANTHROPIC);
        assertThat(new Endpoint.Unknown("messages/batches").dialect(false)).isEqualTo(Dialect.ANTHROPIC);
        assertThat(new Endpoint.Unknown("responses/x").dialect(false)).isEqualTo(Dialect.RESPONSES);
        assertThat(new Endpoint.Models().dialect(true)).isEqualTo(Dialect.ANTHROPIC);
        assertThat(new Endpoint.Models().dialect(false)).isEqualTo(Dialect.OPENAI_CHAT);
    }
}
