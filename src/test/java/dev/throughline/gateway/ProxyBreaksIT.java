package dev.throughline.gateway;

import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/// An answer that breaks off in the middle: the client receives the part so far, then an error, and never
/// an end.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyBreaksIT {
    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    /// How a stream breaks.
    private enum Break {
        RESETS((socket, _) -> socket.reset()),
        CLOSES((socket, _) -> socket.close()),
        CLOSES_INSIDE_A_CHUNK((socket, _) -> socket.raw("40\r\ndata: {").close()),
        ENDS_WITHOUT_AN_END((socket, _) -> socket.end()),
        ENDS_INSIDE_A_FRAME((socket, _) -> socket.chunk("data: {\"choices\":[").end()),
        SENDS_NO_JSON((socket, _) -> socket.chunk("data: <html>\n\n").end()),
        SENDS_NO_OBJECT((socket, _) -> socket.chunk("data: 7\n\n").end()),
        SENDS_BAD_FRAMING((socket, _) -> socket.raw("zz\r\n").close()),
        TELLS_AN_ERROR((socket, server) -> socket.chunk(server.error("too hot")).end()),
        TELLS_AN_ERROR_AND_STAYS((socket, server) -> {
            socket.chunk(server.error("too hot"));
            socket.awaitClose();
        });

        private final Step step;

        Break(Step step) {
            this.step = step;
        }

        private interface Step {
            void on(BackendSocket socket, ProxyDialect server) throws IOException;
        }
    }

    @ParameterizedTest
    @MethodSource("breaks")
    void aBrokenStreamEndsInOneErrorAndNoEnd(ProxyDialect client, ProxyDialect server, Break breaks) throws Exception {
        String model = backend.model((_, socket) -> {
            socket.stream().chunk(server.half());
            breaks.step.on(socket, server);
        });
        ProxiedRun run = ProxiedRun.open(service, server.backend());

        HttpResponse<String> answer = run.stream(client.path(), model);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(DialectHttpClient.said(answer.body())).isEqualTo("Half");
        assertThat(client.claimsEnd(answer.body())).as(answer.body()).isFalse();
        assertThat(client.errors(DialectHttpClient.frames(answer.body())))
                .as(answer.body())
                .hasSize(1);
        if (breaks == Break.TELLS_AN_ERROR || breaks == Break.TELLS_AN_ERROR_AND_STAYS) {
            assertThat(client.errors(DialectHttpClient.frames(answer.body()))).containsExactly("too hot");
        }
        assertThat(run.outcome()).isEqualTo("FAILED");
        assertThat(run.exchange(1).path("status").asInt()).isEqualTo(200);
        assertThat(run.tokens(1).getLast().path("kind").asText()).isNotEqualTo("finish");
    }

    @ParameterizedTest
    @MethodSource("clients")
    void aStreamThatFallsSilentIsGivenUp(ProxyDialect client, ProxyDialect server) throws Exception {
        String model = backend.model((_, socket) -> {
            socket.stream().chunk(server.half());
            socket.awaitClose();
        });
        String name = server instanceof ProxyChat ? "slow" : "slow-" + server.backend();

        String body =
                ProxiedRun.open(service, name).stream(client.path(), model).body();

        assertThat(client.errors(DialectHttpClient.frames(body)))
                .singleElement()
                .asString()
                .contains("sent nothing for", "idle-timeout");
        assertThat(client.claimsEnd(body)).isFalse();
    }

    @Test
    void aStreamThatIsSlowButNotSilentIsNotGivenUp() throws Exception {
        ProxyDialect chat = new ProxyChat();
        String model = backend.model((_, socket) -> {
            socket.stream();
            for (String frame : chat.stream(ProxyAnswer.ENDING).split("(?<=\n\n)")) {
                Pause.millis(100);
                socket.chunk(frame);
            }
            socket.end();
        });

        String body =
                ProxiedRun.open(service, "slow").stream(ProxiedRun.CHAT, model).body();

        assertThat(chat.read(DialectHttpClient.frames(body))).isEqualTo(ProxyAnswer.ENDING);
    }

    /// The same backend says the same with a clear end: what `aBrokenStream…` asserts can fail.
    @ParameterizedTest
    @MethodSource("clients")
    void anAnswerThatDoesNotBreakEnds(ProxyDialect client, ProxyDialect server) throws Exception {
        String model = backend.model((_, socket) ->
                socket.stream().chunk(server.stream(ProxyAnswer.ENDING)).end());

        String body = ProxiedRun.open(service, server.backend()).stream(client.path(), model)
                .body();

        assertThat(client.claimsEnd(body)).isTrue();
        assertThat(client.errors(DialectHttpClient.frames(body))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"glm", "anthropic-glm", "responses-glm"})
    void aBrokenStreamUnderAFilterGivesWhatWasHeldBackAndAnError(String name) throws Exception {
        ProxyDialect dialect = name.equals("glm")
                ? new ProxyChat()
                : ProxyDialect.ALL.stream()
                        .filter(one -> name.startsWith(one.backend()))
                        .findFirst()
                        .orElseThrow();
        String model = backend.model((_, socket) -> {
            socket.stream().chunk(dialect.half().replace("\"Half\"", "\"Half <thi\""));
            socket.reset();
        });

        for (ProxyDialect client : ProxyDialect.ALL) {
            String body =
                    ProxiedRun.open(service, name).stream(client.path(), model).body();

            assertThat(DialectHttpClient.said(body)).isEqualTo("Half <thi");
            assertThat(client.errors(DialectHttpClient.frames(body))).hasSize(1);
            assertThat(client.claimsEnd(body)).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("clients")
    void anErrorInABodyWithAGoodStatusIsAnError(ProxyDialect client, ProxyDialect server) throws Exception {
        String model = backend.model((_, socket) ->
                socket.json("{\"error\":{\"message\":\"too hot\",\"type\":\"overloaded_error\",\"code\":null}}"));
        ProxiedRun run = ProxiedRun.open(service, server.backend());

        HttpResponse<String> answer = run.whole(client.path(), model);

        assertThat(ProxiedRun.refusal(529, client.path(), answer)).isEqualTo("too hot");
        assertThat(run.outcome()).isEqualTo("FAILED");
    }

    /// Every client with a backend of its own dialect, and with one of another.
    static Stream<Arguments> clients() {
        return IntStream.range(0, 6).mapToObj(i -> {
            ProxyDialect client = ProxyDialect.ALL.get(i % 3);
            ProxyDialect server = ProxyDialect.ALL.get((i + i / 3) % 3);
            return argumentSet(client.backend() + " client, " + server.backend() + " backend", client, server);
        });
    }

    static Stream<Arguments> breaks() {
        return Stream.of(Break.values())
                .flatMap(breaks -> clients()
                        .map(pair -> argumentSet(
                                breaks + ", " + ((Arguments.ArgumentSet) pair).getName(),
                                pair.get()[0],
                                pair.get()[1],
                                breaks)));
    }
}
