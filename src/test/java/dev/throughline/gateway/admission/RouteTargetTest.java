package dev.throughline.gateway.admission;

import dev.throughline.conversation.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RouteTargetTest {
    private static final DialectEndpoint CHAT = new DialectEndpoint.Generate(Dialect.OPENAI_CHAT);
    private static final DialectEndpoint MESSAGES = new DialectEndpoint.Generate(Dialect.ANTHROPIC);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/messages",
                "/messages",
                "/v1/v1/messages",
                "//v1/messages",
                "/v1/messages/",
                "/openai/v1/messages"
            })
    void readsTheDefaultRunHoweverTheBaseUrlEnds(String path) {
        assertThat(RouteTarget.of(path, PassedEndpoints.NONE))
                .contains(new RouteTarget(new RunAddress.Default(), MESSAGES));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/r/abc/v1/chat/completions",
                "/r/abc/chat/completions",
                "/r/abc//v1/chat/completions",
                "/r/abc/openai/v1/chat/completions"
            })
    void readsARunById(String path) {
        assertThat(RouteTarget.of(path, PassedEndpoints.NONE))
                .contains(new RouteTarget(new RunAddress.ById("abc"), CHAT));
    }

    @Test
    void readsStubAndProxyBases() {
        assertThat(RouteTarget.of("/stub/v1/responses", PassedEndpoints.NONE))
                .contains(new RouteTarget(new RunAddress.Stub(), new DialectEndpoint.Generate(Dialect.RESPONSES)));
        assertThat(RouteTarget.of("/proxy/zai/v1/messages/count_tokens", PassedEndpoints.NONE))
                .contains(new RouteTarget(new RunAddress.Proxy("zai"), new DialectEndpoint.CountTokens()));
    }

    @Test
    void keepsTheSlashesOfAModelName() {
        assertThat(RouteTarget.of("/v1/models/z-ai/glm-4.6", PassedEndpoints.NONE))
                .contains(new RouteTarget(new RunAddress.Default(), new DialectEndpoint.Model("z-ai/glm-4.6")));
    }

    @Test
    void readsTheBaseItself() {
        assertThat(RouteTarget.of("/", PassedEndpoints.NONE))
                .contains(new RouteTarget(new RunAddress.Default(), new DialectEndpoint.Root()));
        assertThat(RouteTarget.of("/r/abc", PassedEndpoints.NONE))
                .contains(new RouteTarget(new RunAddress.ById("abc"), new DialectEndpoint.Root()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/runs",
                "/q/health",
                "/openapi",
                "/openai/chat/completions",
                "/docs",
                "/docs/index.css",
                "/health",
                "/favicon.ico",
                "/r",
                "/badge/x/y.svg"
            })
    void leavesOtherPathsAlone(String path) {
        assertThat(RouteTarget.of(path, PassedEndpoints.NONE)).isEmpty();
    }

    @Test
    void claimsUnknownPathsBelowItsOwnBase() {
        assertThat(RouteTarget.of("/v1/embeddings", PassedEndpoints.NONE))
                .contains(new RouteTarget(new RunAddress.Default(), new DialectEndpoint.Unknown("embeddings")));
        assertThat(RouteTarget.of("/r/abc/nothing", PassedEndpoints.NONE))
                .contains(new RouteTarget(new RunAddress.ById("abc"), new DialectEndpoint.Unknown("nothing")));
    }

    @Test
    void tellsTheDialectByPathAndOtherwiseByHeader() {
        assertThat(MESSAGES.dialect(false)).isEqualTo(Dialect.ANTHROPIC);
        assertThat(new DialectEndpoint.Unknown("messages/batches").dialect(false))
                .isEqualTo(Dialect.ANTHROPIC);
        assertThat(new DialectEndpoint.Unknown("responses/x").dialect(false)).isEqualTo(Dialect.RESPONSES);
        assertThat(new DialectEndpoint.Models().dialect(true)).isEqualTo(Dialect.ANTHROPIC);
        assertThat(new DialectEndpoint.Models().dialect(false)).isEqualTo(Dialect.OPENAI_CHAT);
    }
}
