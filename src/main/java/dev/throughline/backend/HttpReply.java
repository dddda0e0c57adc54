package dev.throughline.backend;

import dev.throughline.stream.AnswerSubscription;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One request to a backend and its answer. Opened once; confined to the event loop on which it is opened.
///
/// The connection is closed if nothing was received for the idle timeout. Time in which the answer was
/// paused does not count, nor does time in which the event loop was too busy to read. A request that met a closed
/// connection of the pool is sent again.
public final class HttpReply implements AnswerSubscription {
    private static final long LINGER_MILLIS = 5_000;

    private final HttpBackend backend;
    private final BackendPath path;
    private final Map<String, String> headers;
    private final OutgoingCredentials outgoingCredentials;
    private byte[] body;
    private final boolean isStream;
    private final Vertx vertx;
    private @Nullable HttpClientRequest sent;
    private @Nullable HttpClientResponse response;
    private @Nullable AnswerReader reader;
    private final IdleWatch watch;
    private boolean isPaused;
    private boolean isOver;
    private boolean mayResend;
    private long linger = -1;
    private long release = -1;

    HttpReply(HttpBackend backend, BackendRequest request) {
        this.backend = backend;
        this.path = request.path();
        this.headers = request.headers();
        this.outgoingCredentials = request.secrets();
        this.body = request.body();
        this.isStream = request.isStream();
        this.vertx = backend.vertx();
        this.watch = new IdleWatch(vertx, backend.settings().idleTimeout(), this::idle);
    }

    /// Sends the request; the answer is passed to the sink.
    public AnswerSubscription open(BackendSink sink) {
        var answer = new AnswerReader(backend, isStream, outgoingCredentials, sink, this::answerOver);
        reader = answer;
        watch.start();
        connect(answer);
        return this;
    }

    @Override
    public void pause() {
        isPaused = true;
        watch.pause();
        if (response != null) {
            response.pause();
        }
    }

    @Override
    public void resume() {
        isPaused = false;
        watch.resume();
        if (response != null) {
            response.resume();
        }
    }

    @Override
    public void cancel() {
        if (reader != null) {
            reader.stop();
        }
        giveUp();
    }

    private void connect(AnswerReader answer) {
        LoopConnections connections = backend.connections();
        connections
                .client()
                .request(backend.options(HttpMethod.POST, path, headers))
                .onSuccess(connected -> {
                    mayResend = connections.isReused(connected);
                    send(connected, answer);
                })
                .onFailure(cause -> failed(cause, answer));
    }

    private void send(HttpClientRequest connected, AnswerReader answer) {
        if (isOver) {
            connected.reset();
            return;
        }
        sent = connected;
        connected.exceptionHandler(cause -> broken(connected, cause, answer));
        connected
                .response()
                .onSuccess(arrived -> receive(arrived, answer))
                .onFailure(cause -> broken(connected, cause, answer));
        Future<Void> written = BodyWriter.write(connected, body, () -> isOver || connected != sent);
        if (mayResend) {
            release = vertx.setTimer(LoopConnections.RESEND_MILLIS, _ -> release(answer));
        } else {
            body = new byte[0];
            written.onSuccess(_ -> answer.sent());
        }
    }

    /// Gives up the body, so that a slow answer does not hold it.
    private void release(AnswerReader answer) {
        if (mayResend) {
            mayResend = false;
            body = new byte[0];
            vertx.cancelTimer(release);
            answer.sent();
        }
    }

    private void broken(HttpClientRequest connected, Throwable cause, AnswerReader answer) {
        if (connected != sent) {
            return;
        }
        if (mayResend && !isOver && LoopConnections.isClosed(cause)) {
            vertx.cancelTimer(release);
            sent = null;
            connect(answer);
        } else {
            failed(cause, answer);
        }
    }

    private void receive(HttpClientResponse arrived, AnswerReader answer) {
        response = arrived;
        watch.touch();
        release(answer);
        arrived.exceptionHandler(cause -> failed(cause, answer));
        arrived.handler(bytes -> {
            watch.touch();
            answer.bytes(bytes);
        });
        arrived.endHandler(_ -> {
            isOver = true;
            stopWatch();
            answer.end();
        });
        answer.head(BackendHead.of(arrived.statusCode(), arrived.headers().entries()));
        if (isPaused && !isOver) {
            arrived.pause();
        }
    }

    private void failed(Throwable cause, AnswerReader answer) {
        if (!isOver) {
            isOver = true;
            stopWatch();
            answer.failed(BackendFailureFactory.of(backend.name(), cause, response != null));
        }
    }

    /// The answer is complete; the connection may be reused once its body ends.
    private void answerOver() {
        stopWatch();
        if (!isOver) {
            linger = vertx.setTimer(LINGER_MILLIS, _ -> giveUp());
        }
    }

    private void giveUp() {
        stopWatch();
        isOver = true;
        if (sent != null) {
            sent.reset();
        }
    }

    private void idle() {
        AnswerReader answer = reader;
        giveUp();
        if (answer != null) {
            answer.failed(BackendFailureFactory.idle(
                    backend.name(), backend.settings().idleTimeout(), response != null));
        }
    }

    private void stopWatch() {
        watch.stop();
        vertx.cancelTimer(linger);
        vertx.cancelTimer(release);
    }
}
