package dev.throughline.backend;

import dev.throughline.backend.settings.HttpVersionChoice;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.testing.Expensive;
import dev.throughline.wire.chat.ChatBackendCodec;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Expensive(13)
class ConnectionsIT {
    private static final String ANSWER =
            "data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hi\"},"
                    + "\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

    @TempDir
    private Path folder;

    private @Nullable Context context;
    private final Vertx vertx = Vertx.vertx();
    private final Vertx far = Vertx.vertx();
    private final AtomicInteger connections = new AtomicInteger();
    private final List<HttpVersion> versions = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        far.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @Test
    void connectionIsKeptForTheNextRequest() throws Exception {
        HttpBackend backend = backend(TestBackendSettings.of("http://localhost:" + serve(new HttpServerOptions())));

        for (int i = 0; i < 3; i++) {
            assertThat(ask(backend).end()).isEqualTo(new Finish(FinishReason.STOP));
        }

        assertThat(connections).hasValue(1);
        assertThat(versions).containsOnly(HttpVersion.HTTP_1_1);
    }

    @Test
    void versionTwoWithoutTlsIsSpokenByPriorKnowledge() throws Exception {
        int port = serve(new HttpServerOptions().setHttp2ClearTextEnabled(true));
        HttpBackend backend =
                backend(TestBackendSettings.of("http://localhost:" + port).with(HttpVersionChoice.HTTP_2));

        AnswerRecorder answerRecorder = ask(backend);

        assertThat(answerRecorder.end()).isEqualTo(new Finish(FinishReason.STOP));
        assertThat(answerRecorder.text()).isEqualTo("hi");
        assertThat(versions).containsOnly(HttpVersion.HTTP_2);
    }

    @Test
    void overTlsTheBackendChoosesVersionTwo() throws Exception {
        Certificate certificate = Certificate.in(folder);
        int port = serve(certificate.server().setUseAlpn(true));
        HttpBackend backend = backend(TestBackendSettings.of("https://localhost:" + port)
                .trusting(certificate.pem().toString()));

        assertThat(ask(backend).end()).isEqualTo(new Finish(FinishReason.STOP));
        assertThat(versions).containsOnly(HttpVersion.HTTP_2);
    }

    @Test
    void overTlsWithoutVersionTwoTheOldOneIsSpoken() throws Exception {
        Certificate certificate = Certificate.in(folder);
        int port = serve(certificate.server().setUseAlpn(true).setAlpnVersions(List.of(HttpVersion.HTTP_1_1)));
        HttpBackend backend = backend(TestBackendSettings.of("https://localhost:" + port)
                .trusting(certificate.pem().toString()));

        assertThat(ask(backend).end()).isEqualTo(new Finish(FinishReason.STOP));
        assertThat(versions).containsOnly(HttpVersion.HTTP_1_1);
    }

    @Test
    void certificateThatNobodyTrustsIsNamedAsTheReason() throws Exception {
        int port = serve(Certificate.in(folder).server());

        assertThat(ask(backend(TestBackendSettings.of("https://localhost:" + port)))
                        .end())
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.message()).contains("TLS connection", "trust-certificates"));
    }

    @Test
    void answerThatKeepsTalkingMayLastLongerThanTheIdleTimeout() throws Exception {
        int port = listen(new HttpServerOptions(), request -> {
            request.response().setChunked(true).putHeader("content-type", "text/event-stream");
            tick(request, 8);
        });
        HttpBackend backend =
                backend(TestBackendSettings.of("http://localhost:" + port).idle(Duration.ofMillis(400)));

        assertThat(ask(backend).end()).isEqualTo(new Finish(FinishReason.STOP));
    }

    @Test
    void silenceLongerThanTheIdleTimeoutIsAFailureThatNamesTheSetting() throws Exception {
        int port = listen(new HttpServerOptions(), request -> {});
        HttpBackend backend =
                backend(TestBackendSettings.of("http://localhost:" + port).idle(Duration.ofMillis(200)));

        assertThat(ask(backend).end())
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.message()).contains("did not start to answer", "idle-timeout"));
    }

    @Test
    void answerThatKeptTalkingWhileTheLoopHadNoTimeToListenIsNotIdle() throws Exception {
        int port = listen(new HttpServerOptions(), request -> {
            request.response().setChunked(true).putHeader("content-type", "text/event-stream");
            tick(request, 30);
        });
        HttpBackend backend =
                backend(TestBackendSettings.of("http://localhost:" + port).idle(Duration.ofMillis(800)));
        AnswerRecorder first = ask(backend);
        var busy = new AnswerRecorder() {
            @Override
            public void opened(BackendHead head) {
                LockSupport.parkNanos(Duration.ofMillis(1_600).toNanos());
            }
        };
        AnswerRecorder last = ask(backend);

        ask(backend, busy);

        assertThat(first.end()).isEqualTo(new Finish(FinishReason.STOP));
        assertThat(last.end()).isEqualTo(new Finish(FinishReason.STOP));
    }

    private void tick(HttpServerRequest request, int left) {
        if (left == 0) {
            request.response().end(ANSWER);
        } else {
            request.response().write(": still there\n\n");
            far.setTimer(100, _ -> tick(request, left - 1));
        }
    }

    private int serve(HttpServerOptions options) throws Exception {
        return listen(options, request -> {
            versions.add(request.version());
            request.response().putHeader("content-type", "text/event-stream").end(ANSWER);
        });
    }

    private int listen(HttpServerOptions options, Handler<HttpServerRequest> handler) throws Exception {
        HttpServer server = far.createHttpServer(options)
                .connectionHandler(_ -> connections.incrementAndGet())
                .requestHandler(handler);
        return server.listen(0, "localhost")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS)
                .actualPort();
    }

    private HttpBackend backend(TestBackendSettings testBackendSettings) {
        return new HttpBackend("test", testBackendSettings, new ChatBackendCodec(), vertx, 1);
    }

    private AnswerRecorder ask(HttpBackend backend) {
        var answerRecorder = new AnswerRecorder();
        ask(backend, answerRecorder);
        return answerRecorder;
    }

    private void ask(HttpBackend backend, AnswerRecorder answerRecorder) {
        loop().runOnContext(_ -> backend.reply(new BackendRequest(
                        BackendPath.of("chat/completions"),
                        Map.of("content-type", "application/json"),
                        "{}".getBytes(StandardCharsets.UTF_8),
                        true))
                .open(answerRecorder));
    }

    private Context loop() {
        Context known = context;
        if (known == null) {
            known = vertx.getOrCreateContext();
            context = known;
        }
        return known;
    }
}
