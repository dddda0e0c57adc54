package dev.throughline.backend;

import dev.throughline.stream.AnswerSubscription;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.BackendErrors;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One request passed to a backend as bytes, and its response, both with back-pressure. Opened once;
/// confined to the event loop on which it is opened.
///
/// The connection is closed if nothing was received or accepted for the idle timeout. Redirects are not
/// followed. A request with a small body that met a closed connection of the pool is sent again.
public final class ByteReply implements AnswerSubscription {
    private static final int LARGEST_ERROR = 1024 * 1024;

    private final HttpBackend backend;
    private final HttpMethod method;
    private final BackendPath path;
    private final Map<String, String> headers;
    private final long length;
    private final ByteSink sink;
    private final IdleWatch watch;
    private final Buffer error = Buffer.buffer();
    private final ResendBuffer resendBuffer = new ResendBuffer();
    private @Nullable HttpClientRequest sent;
    private @Nullable HttpClientResponse response;
    private boolean isPaused;
    private boolean isReady;
    private boolean isSent;
    private boolean isOver;

    /// @param headers end-to-end headers, names in lower case
    /// @param length of the request's body; -1 if unknown
    ByteReply(
            HttpBackend backend,
            HttpMethod method,
            BackendPath path,
            Map<String, String> headers,
            long length,
            ByteSink sink) {
        this.backend = backend;
        this.method = method;
        this.path = path;
        this.headers = Map.copyOf(headers);
        this.length = length;
        this.sink = sink;
        this.watch = new IdleWatch(backend.vertx(), backend.settings().idleTimeout(), this::idle);
    }

    /// Connects; the sink is notified when the body may be written, possibly within this call.
    public void open() {
        watch.start();
        connect();
    }

    /// Sends a part of the request's body.
    /// @return whether there is room for more; otherwise the sink is notified when there is
    public boolean write(Buffer part) {
        HttpClientRequest request = sent;
        if (isOver) {
            return true;
        }
        if (request == null) {
            resendBuffer.hold(part);
            return false;
        }
        watch.touch();
        resendBuffer.add(part);
        request.write(part);
        return !request.writeQueueFull();
    }

    /// The request's body is complete.
    public void end() {
        if (isOver) {
            return;
        }
        isSent = true;
        if (sent != null) {
            watch.touch();
            sent.end();
        }
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

    /// Closes the connection unless the exchange is complete.
    @Override
    public void cancel() {
        if (!isOver) {
            over();
            if (sent != null) {
                sent.reset();
            }
        }
    }

    private void connect() {
        LoopConnections connections = backend.connections();
        connections
                .client()
                .request(backend.options(method, path, headers))
                .onSuccess(request -> connected(request, connections.isReused(request)))
                .onFailure(this::failed);
    }

    private void connected(HttpClientRequest request, boolean isReused) {
        if (isOver) {
            request.reset();
            return;
        }
        sent = request;
        if (length == 0 && method == HttpMethod.GET) {
            // RFC 9110, 8.6: without a body that the method anticipates, no length is sent.
            request.setChunked(false);
        } else if (length >= 0) {
            request.putHeader("content-length", Long.toString(length));
        } else {
            request.setChunked(true);
        }
        request.exceptionHandler(cause -> broken(request, cause));
        request.drainHandler(_ -> {
            watch.touch();
            if (!isOver) {
                sink.drained();
            }
        });
        request.response().onSuccess(this::arrived).onFailure(cause -> broken(request, cause));
        if (isReady) {
            resend(request, isReused);
        } else {
            isReady = true;
            resendBuffer.start(isReused);
            sink.ready();
        }
    }

    private void resend(HttpClientRequest request, boolean isReused) {
        resendBuffer.forEach(request::write);
        resendBuffer.start(isReused);
        if (isSent) {
            request.end();
        } else {
            sink.drained();
        }
    }

    private void broken(HttpClientRequest request, Throwable cause) {
        if (request != sent) {
            return;
        }
        if (!isOver && response == null && resendBuffer.isComplete() && LoopConnections.isClosed(cause)) {
            sent = null;
            connect();
        } else {
            failed(cause);
        }
    }

    private void arrived(HttpClientResponse answer) {
        if (isOver) {
            return;
        }
        response = answer;
        resendBuffer.release();
        watch.touch();
        BackendHead head = BackendHead.of(answer.statusCode(), answer.headers().entries());
        boolean isGood = head.status() >= 200 && head.status() < 300;
        answer.exceptionHandler(this::failed);
        answer.handler(part -> {
            watch.touch();
            if (!isOver) {
                part(head, isGood, part);
            }
        });
        answer.endHandler(_ -> ended(head, isGood));
        if (isGood) {
            sink.opened(head);
        }
        if (isPaused && !isOver) {
            answer.pause();
        }
    }

    private void part(BackendHead head, boolean isGood, Buffer part) {
        if (isGood) {
            sink.bytes(part);
            return;
        }
        error.appendBuffer(part, 0, Math.min(part.length(), LARGEST_ERROR - error.length()));
        if (error.length() == LARGEST_ERROR) {
            refused(head);
        }
    }

    private void ended(BackendHead head, boolean isGood) {
        if (isOver) {
            return;
        }
        if (isSent) {
            over();
        } else {
            // It did not read the rest; the connection cannot be reused.
            cancel();
        }
        if (isGood) {
            sink.ended();
        } else {
            opened(head);
        }
    }

    private void refused(BackendHead head) {
        cancel();
        opened(head);
    }

    private void opened(BackendHead head) {
        OutgoingCredentials outgoingCredentials = OutgoingCredentials.of(headers, new byte[0]);
        byte[] shown = outgoingCredentials.hide(error.getBytes());
        sink.refused(
                head, shown, outgoingCredentials.hide(BackendErrors.of(head.status(), shown, RetryAfter.of(head))));
    }

    private void failed(Throwable cause) {
        fail(BackendFailureFactory.of(backend.name(), cause, response != null));
    }

    private void idle() {
        fail(BackendFailureFactory.idle(backend.name(), backend.settings().idleTimeout(), response != null));
    }

    private void fail(Failure failure) {
        if (!isOver) {
            cancel();
            sink.failed(failure);
        }
    }

    private void over() {
        isOver = true;
        resendBuffer.release();
        watch.stop();
    }

    /// The start of a request's body, kept while the request may have to be sent again: over a reused connection,
    /// for a short time, and for a small body only.
    static final class ResendBuffer {
        private static final int LARGEST = 64 * 1024;

        private final List<Buffer> parts = new ArrayList<>();
        private long bytes;
        private boolean isKept;
        private long sinceNanos;

        /// The request goes over a connection.
        /// @param isReused whether that carried a request before
        void start(boolean isReused) {
            isKept = isReused && bytes <= LARGEST;
            sinceNanos = System.nanoTime();
            if (!isKept) {
                release();
            }
        }

        /// Keeps a part that is sent, unless the request is not sent again anyway.
        void add(Buffer part) {
            if (!isKept) {
                return;
            }
            parts.add(part);
            bytes += part.length();
            if (bytes > LARGEST) {
                release();
            }
        }

        /// Keeps a part that no connection was there for.
        void hold(Buffer part) {
            parts.add(part);
            bytes += part.length();
        }

        /// Whether the request may be sent again, and all of its body is here.
        boolean isComplete() {
            return isKept && System.nanoTime() - sinceNanos < LoopConnections.RESEND_MILLIS * 1_000_000;
        }

        void forEach(Consumer<Buffer> action) {
            parts.forEach(action);
        }

        void release() {
            isKept = false;
            parts.clear();
            bytes = 0;
        }
    }
}
