package dev.throughline.gateway;

import dev.throughline.store.ServiceInstance;
import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/// The client's response if a backend gives no answer: an error of its own dialect with the right status.
@Expensive(12)
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyRefusalsIT {
    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @Inject
    Pool pool;

    @Inject
    ServiceInstance instance;

    /// What a backend does instead of answering.
    private enum Ill {
        RESETS(BackendSocket::reset),
        CLOSES(BackendSocket::close),
        SENDS_NO_HTTP(socket -> socket.raw("SSH-2.0-OpenSSH_9.2\r\n\r\n")),
        CLOSES_INSIDE_THE_HEAD(
                socket -> socket.raw("HTTP/1.1 200 OK\r\ncontent-ty").close()),
        CLOSES_INSIDE_A_BODY(socket -> socket.raw(
                        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{\"id\":\"x\"")
                .close()),
        RESETS_INSIDE_A_BODY(socket -> socket.raw(
                        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{\"id\":\"x\"")
                .reset()),
        SENDS_A_PAGE(socket -> socket.whole(200, "<html>Welcome</html>", "content-type: text/html")),
        SENDS_NOTHING(socket -> socket.whole(200, "", "content-type: application/json")),
        SENDS_NO_OBJECT(socket -> socket.json("[1]")),
        SENDS_HALF_AN_OBJECT(socket -> socket.json("{\"id\":\"x\",\"choices\":[{")),
        SENDS_AN_EMPTY_OBJECT(socket -> socket.json("{}")),
        SENDS_AN_EMPTY_STREAM(socket -> socket.stream().end()),
        SENDS_A_STREAM_OF_COMMENTS(
                socket -> socket.stream().chunk(": a\n\n: b\n\n").end()),
        CLOSES_AFTER_THE_HEAD(socket -> socket.stream().close());

        private final Step step;

        Ill(Step step) {
            this.step = step;
        }

        private interface Step {
            void on(BackendSocket socket) throws IOException;
        }
    }

    @ParameterizedTest
    @MethodSource("ills")
    void aBackendThatGivesNoAnswerIsReportedAsAnError(String name, String path, boolean isStream, Ill ill)
            throws Exception {
        String model = backend.model((_, socket) -> ill.step.on(socket));
        ProxiedRun run = ProxiedRun.open(service, name);

        long began = System.nanoTime();
        HttpResponse<String> answer = run.post(path, ProxiedRun.body(path, model, isStream));

        if (answer.statusCode() == 200) {
            ProxyDialect dialect = ProxyDialect.of(path);
            // A machine without a free core: the client got a keep-alive before the backend was read.
            boolean wasSilent = System.nanoTime() - began > ProxyProfile.KEEP_ALIVE.toNanos();
            assertThat(isStream && (wasSilent || ill == Ill.SENDS_A_STREAM_OF_COMMENTS))
                    .isTrue();
            assertThat(dialect.errors(DialectHttpClient.frames(answer.body()))).hasSize(1);
            assertThat(dialect.claimsEnd(answer.body())).isFalse();
        } else {
            assertThat(ProxiedRun.refusal(502, path, answer))
                    .contains("The backend")
                    .doesNotContain("<html>");
        }
        assertThat(run.outcome()).isEqualTo("FAILED");
        assertThat(run.exchange(1).path("status").asInt()).isEqualTo(answer.statusCode());
        assertThat(run.exchange(1).path("error").asText()).contains("The backend");
    }

    @ParameterizedTest
    @CsvSource({
        "gone,502,refused",
        "unknown,502,host",
        "deaf,504,in time",
    })
    void aBackendThatCannotBeReachedIsNamed(String name, int status, String word) throws Exception {
        for (ProxyDialect client : ProxyDialect.ALL) {
            for (boolean isStream : new boolean[] {true, false}) {
                ProxiedRun run = ProxiedRun.open(service, name);

                HttpResponse<String> answer = run.post(client.path(), ProxiedRun.body(client.path(), "m", isStream));

                assertThat(ProxiedRun.refusal(status, client.path(), answer))
                        .contains(name, word, "throughline.backends." + name + ".url");
                assertThat(run.outcome()).isEqualTo("FAILED");
                assertThat(run.exchange(1).path("status").asInt()).isEqualTo(status);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"slow,/v1/chat/completions", "slow-anthropic,/v1/messages", "slow,/v1/responses"})
    void aBackendThatDoesNotBeginIsGivenUp(String name, String path) throws Exception {
        String model = backend.model((_, socket) -> socket.awaitClose());

        HttpResponse<String> answer = ProxiedRun.open(service, name).whole(path, model);

        assertThat(ProxiedRun.refusal(504, path, answer)).contains("did not start", name + ".idle-timeout");
    }

    @ParameterizedTest
    @MethodSource("statuses")
    void anErrorKeepsItsStatusAndItsWordsAcrossDialects(String name, String path, int status) throws Exception {
        String model = backend.model((_, socket) -> socket.whole(
                status,
                "{\"error\":{\"type\":\"vendor_error\",\"message\":\"The reason is \\\"this\\\".\"}}",
                "content-type: application/json",
                "retry-after: 17"));
        ProxiedRun run = ProxiedRun.open(service, name);

        HttpResponse<String> answer = run.post(path, ProxiedRun.body(path, model, true));

        assertThat(ProxiedRun.refusal(status, path, answer)).isEqualTo("The reason is \"this\".");
        assertThat(answer.headers().allValues("retry-after")).containsExactly("17");
        assertThat(run.exchange(1).path("status").asInt()).isEqualTo(status);
        assertThat(run.outcome()).isEqualTo("FAILED");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void aPageWithAnErrorStatusKeepsTheStatusAndNotThePage(String name, String path, int status) throws Exception {
        String model = backend.model((_, socket) ->
                socket.whole(status, "<html><h1>Down</h1></html>", "content-type: text/html", "retry-after: 17"));

        HttpResponse<String> answer = ProxiedRun.open(service, name).whole(path, model);

        assertThat(ProxiedRun.refusal(status, path, answer))
                .contains(Integer.toString(status))
                .doesNotContain("<h1>");
        assertThat(answer.headers().allValues("retry-after")).containsExactly("17");
    }

    @ParameterizedTest
    @CsvSource({"plain,/v1/chat/completions", "plain,/v1/messages", "anthropic,/v1/messages", "responses,/v1/responses"
    })
    void aRedirectIsNotFollowedAndNoAnswer(String name, String path) throws Exception {
        String model = backend.model((_, socket) -> socket.whole(302, "", "location: http://127.0.0.1:1/elsewhere"));

        HttpResponse<String> answer = ProxiedRun.open(service, name).whole(path, model);

        assertThat(ProxiedRun.refusal(502, path, answer)).contains("302");
        assertThat(answer.headers().firstValue("location")).isEmpty();
    }

    @Test
    void anErrorLongerThanAnyErrorIsCut() throws Exception {
        String model = backend.model((_, socket) -> {
            BackendSocket open = socket.head(500, "content-type: application/json");
            String filler = "x".repeat(100_000);
            open.chunk("{\"error\":{\"message\":\"");
            for (int i = 0; i < 30; i++) {
                open.chunk(filler);
            }
            open.chunk("\"}}").end();
        });

        HttpResponse<String> answer = ProxiedRun.open(service, "plain").whole(ProxiedRun.MESSAGES, model);

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body().length()).isLessThan(10_000);
    }

    @ParameterizedTest
    @CsvSource({"/v1/chat/completions", "/v1/messages", "/v1/responses"})
    void aNameThatIsNotConfiguredIsNotFound(String path) throws Exception {
        HttpResponse<String> answer =
                new DialectHttpClient(service).post("/proxy/127.0.0.1:9999" + path, ProxiedRun.body(path, "m", true));

        assertThat(ProxiedRun.refusal(404, path, answer))
                .contains("There is no backend", "plain", "throughline.backends.NAME.url")
                .doesNotContain("9999");
    }

    @Test
    void otherProcessesCanReadWhichBackendsThisOneHas() {
        assertThat(await(pool.preparedQuery("SELECT backends FROM instance WHERE instance_id = $1")
                                .execute(Tuple.of(instance.id())))
                        .iterator()
                        .next()
                        .getArrayOfStrings(0))
                .contains("plain", "anthropic", "responses");
    }

    static Stream<Arguments> ills() {
        return Stream.of(Ill.values())
                .flatMap(ill -> ProxyDialect.ALL.stream()
                        .flatMap(client -> Stream.of("plain", client.backend())
                                .distinct()
                                .flatMap(name -> Stream.of(true, false)
                                        .filter(isStream ->
                                                isStream || ill.ordinal() >= Ill.CLOSES_INSIDE_A_BODY.ordinal())
                                        .map(isStream -> argumentSet(
                                                ill + ", " + client.path() + " at " + name + ", "
                                                        + (isStream ? "stream" : "whole"),
                                                name,
                                                client.path(),
                                                isStream,
                                                ill)))));
    }

    static Stream<Arguments> statuses() {
        return Stream.of(400, 401, 404, 413, 422, 429, 500, 503, 529).flatMap(ProxyRefusalsIT::across);
    }

    static Stream<Arguments> pages() {
        return Stream.of(404, 429, 502).flatMap(ProxyRefusalsIT::across);
    }

    private static Stream<Arguments> across(int status) {
        return Stream.of(
                argumentSet(status + " for messages at chat", "plain", ProxiedRun.MESSAGES, status),
                argumentSet(status + " for responses at chat", "plain", ProxiedRun.RESPONSES, status),
                argumentSet(status + " for chat at messages", "anthropic", ProxiedRun.CHAT, status),
                argumentSet(status + " for messages at responses", "responses", ProxiedRun.MESSAGES, status));
    }
}
