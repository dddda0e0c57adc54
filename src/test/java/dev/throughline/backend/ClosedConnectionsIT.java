package dev.throughline.backend;

import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.wire.chat.ChatBackendCodec;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A server that closes a connection of the pool instead of answering the next request over it.
class ClosedConnectionsIT {
    private static final String MODEL = "m";
    private static final String BODY = "{\"model\":\"m\"}";
    private static final String ANSWER =
            "data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hi\"},"
                    + "\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

    private final Vertx vertx = Vertx.vertx();
    private final Context loop = vertx.getOrCreateContext();
    private final ConcurrentMap<BackendSocket, Integer> answers = new ConcurrentHashMap<>();
    private ScriptedBackend server;

    @BeforeEach
    void listen() throws IOException {
        server = ScriptedBackend.start();
    }

    @AfterEach
    void close() throws Exception {
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @Test
    void aRequestOverAReusedConnectionIsSentAgain() throws Exception {
        HttpBackend backend = answering(1, "text/event-stream", ANSWER);

        for (int i = 0; i < 5; i++) {
            assertThat(ask(backend).end()).isEqualTo(new Finish(FinishReason.STOP));
        }

        assertThat(server.waiting(MODEL)).isEqualTo(9);
    }

    @Test
    void aLargeRequestIsSentAgainByteForByte() throws Exception {
        HttpBackend backend = answering(1, "text/event-stream", ANSWER);
        String large = "{\"model\":\"m\",\"input\":\"" + "0123456789".repeat(400_000) + "\"}";

        for (int i = 0; i < 3; i++) {
            assertThat(ask(backend, large).end()).isEqualTo(new Finish(FinishReason.STOP));
        }

        assertThat(server.waiting(MODEL)).isEqualTo(5);
        for (int i = 0; i < 5; i++) {
            assertThat(server.take(MODEL).text()).isEqualTo(large);
        }
    }

    @Test
    void aRequestOverANewConnectionIsNot() throws Exception {
        HttpBackend backend = answering(0, "text/event-stream", ANSWER);

        assertThat(ask(backend).end()).isInstanceOf(Failure.class);

        assertThat(server.waiting(MODEL)).isEqualTo(1);
    }

    @Test
    void anAnswerThatHasBegunIsNotAskedForAgain() throws Exception {
        server.answer(MODEL, (_, socket) -> {
            if (answers.merge(socket, 1, Integer::sum) == 1) {
                socket.whole(200, ANSWER, "content-type: text/event-stream");
            } else {
                socket.stream().close();
            }
        });
        HttpBackend backend = backend();

        assertThat(ask(backend).end()).isEqualTo(new Finish(FinishReason.STOP));
        assertThat(ask(backend).end()).isInstanceOf(Failure.class);

        assertThat(server.waiting(MODEL)).isEqualTo(2);
    }

    @Test
    void anAuxiliaryRequestIsSentAgain() throws Exception {
        HttpBackend backend = answering(1, "application/json", "{}");

        for (int i = 0; i < 3; i++) {
            assertThat(query(backend).get(10, TimeUnit.SECONDS).head().status()).isEqualTo(200);
        }

        assertThat(server.waiting(MODEL)).isEqualTo(5);
    }

    @Test
    void anAuxiliaryRequestOverANewConnectionIsNot() throws Exception {
        HttpBackend backend = answering(0, "application/json", "{}");

        assertThatThrownBy(() -> query(backend).get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(BackendException.class);

        assertThat(server.waiting(MODEL)).isEqualTo(1);
    }

    @Test
    void aPassedRequestIsSentAgainWithTheSameBytes() throws Exception {
        HttpBackend backend = answering(1, "application/json", "{}");

        for (int i = 0; i < 3; i++) {
            assertThat(pass(backend, BODY)).isEqualTo("{}");
        }

        assertThat(server.waiting(MODEL)).isEqualTo(5);
        for (int i = 0; i < 5; i++) {
            assertThat(server.take(MODEL).text()).isEqualTo(BODY);
        }
    }

    @Test
    void aLargePassedRequestIsNot() throws Exception {
        HttpBackend backend = answering(1, "application/json", "{}");
        String large = "{\"model\":\"m\",\"input\":\"" + "x".repeat(70_000) + "\"}";

        assertThat(pass(backend, BODY)).isEqualTo("{}");

        assertThat(pass(backend, large)).contains("closed the connection");
    }

    /// A backend that gives so many answers over each connection and closes it when the next request is received.
    private HttpBackend answering(int most, String mediaType, String body) {
        server.answer(MODEL, (_, socket) -> {
            if (answers.merge(socket, 1, Integer::sum) <= most) {
                socket.whole(200, body, "content-type: " + mediaType);
            } else {
                socket.close();
            }
        });
        return backend();
    }

    private HttpBackend backend() {
        return new HttpBackend(
                "test", TestBackendSettings.of("http://127.0.0.1:" + server.port()), new ChatBackendCodec(), vertx, 1);
    }

    private AnswerRecorder ask(HttpBackend backend) {
        return ask(backend, BODY);
    }

    private AnswerRecorder ask(HttpBackend backend, String body) {
        var recorder = new AnswerRecorder();
        loop.runOnContext(_ -> backend.reply(new BackendRequest(
                        BackendPath.of("chat/completions"),
                        Map.of("content-type", "application/json"),
                        body.getBytes(StandardCharsets.UTF_8),
                        true))
                .open(recorder));
        return recorder;
    }

    private CompletableFuture<BackendBody> query(HttpBackend backend) {
        var body = new CompletableFuture<BackendBody>();
        loop.runOnContext(_ -> backend.ask(
                        BackendPath.of("tokenize"),
                        Map.of("content-type", "application/json"),
                        BODY.getBytes(StandardCharsets.UTF_8))
                .subscribe()
                .with(body::complete, body::completeExceptionally));
        return body;
    }

    /// The response's body, or why there is none.
    private String pass(HttpBackend backend, String body) throws Exception {
        var end = new CompletableFuture<String>();
        loop.runOnContext(_ -> {
            var sink = new PassedRecorder(body, end);
            ByteReply reply = backend.pass(
                    HttpMethod.POST,
                    BackendPath.of("embeddings"),
                    Map.of("content-type", "application/json"),
                    body.length(),
                    sink);
            sink.reply = reply;
            reply.open();
        });
        return end.get(10, TimeUnit.SECONDS);
    }

    /// Sends a body as soon as it may and keeps the response.
    private static final class PassedRecorder implements ByteSink {
        private final String body;
        private final CompletableFuture<String> end;
        private final Buffer response = Buffer.buffer();
        private ByteReply reply;

        PassedRecorder(String body, CompletableFuture<String> end) {
            this.body = body;
            this.end = end;
        }

        @Override
        public void ready() {
            reply.write(Buffer.buffer(body));
            reply.end();
        }

        @Override
        public void drained() {
            // the body is written at once
        }

        @Override
        public void opened(BackendHead head) {
            // only the bytes count here
        }

        @Override
        public void bytes(Buffer part) {
            response.appendBuffer(part);
        }

        @Override
        public void ended() {
            end.complete(response.toString());
        }

        @Override
        public void refused(BackendHead head, byte[] error, Failure failure) {
            end.complete(failure.message());
        }

        @Override
        public void failed(Failure failure) {
            end.complete(failure.message());
        }
    }
}
