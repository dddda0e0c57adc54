package dev.throughline.gateway;

import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/// Long silence, clients that hang up, and clients that read slowly.
@Expensive(15)
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyPatienceIT {
    /// Longer than the time after which a keep-alive is sent.
    private static final int SILENCE_MILLIS = 900;

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    /// How far a backend is when the client leaves.
    private enum Stage {
        BEFORE_THE_HEAD("", _ -> {}),
        AFTER_THE_HEAD("", BackendSocket::stream),
        IN_THE_ANSWER("Half", socket -> socket.stream().chunk(new ProxyChat().half()));

        private final String seen;
        private final Step step;

        Stage(String seen, Step step) {
            this.seen = seen;
            this.step = step;
        }

        private interface Step {
            void on(BackendSocket socket) throws IOException;
        }
    }

    @ParameterizedTest
    @EnumSource
    void theBackendIsStoppedAtOnceWhenTheClientLeaves(Stage stage) throws Exception {
        assertStopped(stage, "plain", ProxiedRun.CHAT, true);
    }

    @Test
    void itIsStoppedAcrossDialectsAndForWholeAnswersToo() throws Exception {
        assertStopped(Stage.IN_THE_ANSWER, "plain", ProxiedRun.MESSAGES, true);
        assertStopped(Stage.IN_THE_ANSWER, "glm", ProxiedRun.RESPONSES, true);
        assertStopped(Stage.BEFORE_THE_HEAD, "plain", ProxiedRun.CHAT, false);
        assertStopped(Stage.BEFORE_THE_HEAD, "plain", ProxiedRun.MESSAGES, false);
    }

    private void assertStopped(Stage stage, String name, String path, boolean isStream) throws Exception {
        var ready = new CompletableFuture<Void>();
        var closed = new CompletableFuture<Long>();
        String model = backend.model((_, socket) -> {
            stage.step.on(socket);
            ready.complete(null);
            socket.awaitClose();
            closed.complete(System.nanoTime());
        });
        ProxiedRun run = ProxiedRun.open(service, name);
        long left;
        try (RawClient client =
                RawClient.send(service, "/r/" + run.run().id() + path, ProxiedRun.body(path, model, isStream))) {
            ready.get(10, TimeUnit.SECONDS);
            client.until(stage.seen);
            left = System.nanoTime();
        }

        assertThat(Duration.ofNanos(closed.get(10, TimeUnit.SECONDS) - left)).isLessThan(Duration.ofMillis(250));
        assertThat(run.outcome()).isEqualTo("CLIENT_GONE");
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void silenceIsFilledWithWhatClientsIgnore(ProxyDialect client, ProxyDialect server) throws Exception {
        String whole = server.stream(ProxyAnswer.ENDING);
        int middle = whole.indexOf("\n\n", whole.length() / 2) + 2;
        String model = backend.model((_, socket) -> {
            Pause.millis(SILENCE_MILLIS);
            socket.stream().chunk(whole.substring(0, middle));
            Pause.millis(SILENCE_MILLIS);
            socket.chunk(whole.substring(middle)).end();
        });

        HttpResponse<String> answer =
                ProxiedRun.open(service, server.backend()).post(client.path(), client.question(model, true));

        String body = answer.body();
        String sign = client instanceof ProxyMessages ? "event: ping" : ": keep-alive";
        int content = body.indexOf(client instanceof ProxyMessages ? "message_start" : "\"model\"");
        assertThat(count(body.substring(0, content), sign)).isBetween(1, 3);
        assertThat(count(body.substring(content), sign)).isBetween(1, 4);
        assertThat(client.read(DialectHttpClient.frames(body)).signed("")).isEqualTo(ProxyAnswer.ENDING);
    }

    @Test
    void aWholeAnswerIsAwaitedInSilence() throws Exception {
        String model = backend.model((_, socket) -> {
            Pause.millis(SILENCE_MILLIS);
            socket.json(new ProxyChat().whole(ProxyAnswer.ENDING));
        });

        HttpResponse<String> answer = ProxiedRun.open(service, "plain").whole(ProxiedRun.CHAT, model);

        assertThat(answer.body()).isEqualTo(new ProxyChat().whole(ProxyAnswer.ENDING));
    }

    @Test
    void aClientThatDoesNotReadHoldsTheBackend() throws Exception {
        var begun = new CompletableFuture<Void>();
        var sent = new AtomicLong();
        String frame = new ProxyChat().half().replace("Half", "x".repeat(60_000));
        String model = backend.model((_, socket) -> {
            socket.stream();
            for (int i = 0; i < 1_000; i++) {
                socket.chunk(frame);
                sent.addAndGet(frame.length());
                begun.complete(null);
            }
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");

        try (RawClient _ = RawClient.sendSlowly(
                service, "/r/" + run.run().id() + ProxiedRun.CHAT, ProxiedRun.body(ProxiedRun.CHAT, model, true))) {
            begun.get(10, TimeUnit.SECONDS);
            Pause.millis(2 * SILENCE_MILLIS);

            assertThat(sent.get()).isLessThan(20_000_000L);
        }
        assertThat(run.outcome()).isEqualTo("CLIENT_GONE");
    }

    /// Flooded past what the buffers take, with an idle timeout shorter than the time in which nothing is read.
    @Test
    void aBackendThatIsMadeToWaitIsNotIdle() throws Exception {
        var begun = new CompletableFuture<Void>();
        var sent = new AtomicLong();
        String frame = new ProxyChat().half().replace("Half", "x".repeat(10_000));
        int frames = 300;
        String model = backend.model((_, socket) -> {
            socket.stream();
            for (int i = 0; i < frames; i++) {
                socket.chunk(frame);
                sent.incrementAndGet();
                begun.complete(null);
            }
            socket.chunk(new ProxyChat().stream(ProxyAnswer.ENDING)).end();
        });
        ProxiedRun run = ProxiedRun.open(service, "slow");

        try (RawClient client = RawClient.sendSlowly(
                service, "/r/" + run.run().id() + ProxiedRun.CHAT, ProxiedRun.body(ProxiedRun.CHAT, model, true))) {
            begun.get(10, TimeUnit.SECONDS);
            Pause.millis(2 * SILENCE_MILLIS);
            long waiting = sent.get();
            String answer = client.until("[DONE]");

            assertThat(waiting).isBetween(1L, frames - 1L);
            assertThat(count(answer, "x".repeat(10_000))).isEqualTo(frames);
            assertThat(answer).contains("[DONE]").doesNotContain("\"error\"");
        }
        assertThat(run.outcome()).isEqualTo("COMPLETED");
    }

    private static int count(String text, String part) {
        return text.split(part, -1).length - 1;
    }

    static Stream<Arguments> pairs() {
        ProxyDialect chat = new ProxyChat();
        ProxyDialect messages = new ProxyMessages();
        ProxyDialect responses = new ProxyResponses();
        return Stream.of(
                argumentSet("chat within a dialect", chat, chat),
                argumentSet("messages within a dialect", messages, messages),
                argumentSet("responses within a dialect", responses, responses),
                argumentSet("messages at chat", messages, chat),
                argumentSet("responses at messages", responses, messages));
    }
}
