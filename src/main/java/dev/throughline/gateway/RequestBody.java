package dev.throughline.gateway;

import dev.throughline.access.Denial;
import dev.throughline.access.Limit;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/// Takes in one request body: at most the limit is kept, and a client that stops sending is told so.
///
/// A refused upload is read on and thrown away for a short while, since a client that still writes would see a reset
/// connection instead of the answer; then the connection is closed.
final class RequestBody {
    private static final long DISCARD_MILLIS = 5_000;

    private final Call call;
    private final long limit;
    private final long keyLimit;
    private final long timeoutMillis;
    private final Vertx vertx;
    private final Consumer<byte[]> next;
    private Buffer body = Buffer.buffer();
    private long timer;
    private boolean over;

    private RequestBody(Call call, GatewaySettings settings, Consumer<byte[]> next) {
        this.call = call;
        this.limit = settings.maxBody().asLongValue();
        this.keyLimit = call.caller().most(Limit.BODY_BYTES).orElse(Long.MAX_VALUE);
        this.timeoutMillis = settings.uploadTimeout().toMillis();
        this.vertx = call.loop().owner();
        this.next = next;
    }

    /// Reads the body and goes on with it, or answers what is wrong with it.
    static void read(Call call, GatewaySettings settings, Consumer<byte[]> next) {
        new RequestBody(call, settings, next).read();
    }

    private void read() {
        HttpServerRequest request = call.request();
        if (announced(request) > Math.min(limit, keyLimit)) {
            tooLarge();
            return;
        }
        if ("100-continue".equalsIgnoreCase(request.getHeader("expect"))) {
            request.response().writeContinue();
        }
        timer = vertx.setTimer(timeoutMillis, _ -> stalled());
        request.exceptionHandler(_ -> stop());
        request.handler(this::more);
        request.endHandler(_ -> complete());
    }

    private static long announced(HttpServerRequest request) {
        String length = request.getHeader("content-length");
        try {
            return length == null ? 0 : Long.parseLong(length.strip());
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    private void more(Buffer chunk) {
        if (over) {
            return;
        }
        if (body.length() + (long) chunk.length() > Math.min(limit, keyLimit)) {
            tooLarge();
            return;
        }
        body.appendBuffer(chunk);
        vertx.cancelTimer(timer);
        timer = vertx.setTimer(timeoutMillis, _ -> stalled());
    }

    private void complete() {
        if (stop()) {
            byte[] bytes = body.getBytes();
            body = Buffer.buffer();
            call.bodyBytes(bytes.length);
            call.guarded(() -> next.accept(bytes));
        }
    }

    private void tooLarge() {
        if (stop()) {
            closeAfterAnswer();
            if (keyLimit < limit) {
                call.deny(new Denial.TooLarge(keyLimit));
                return;
            }
            call.refuse(Failure.of(
                    FailureKind.TOO_LARGE,
                    String.format(
                            Locale.ROOT,
                            "The request body is larger than %d bytes, the most that is accepted here.",
                            limit)));
        }
    }

    private void stalled() {
        if (stop()) {
            closeAfterAnswer();
            var failure = Failure.of(
                    FailureKind.TIMEOUT,
                    "The request body did not arrive: nothing came for "
                            + Duration.ofMillis(timeoutMillis).toSeconds() + " s.");
            call.refuse(new Failure(failure.kind(), 408, failure.message(), failure.param(), failure.retryAfter()));
        }
    }

    private void closeAfterAnswer() {
        HttpServerRequest request = call.request();
        request.response().putHeader("connection", "close");
        body = Buffer.buffer();
        long deadline = vertx.setTimer(DISCARD_MILLIS, _ -> request.connection().close());
        request.endHandler(_ -> {
            vertx.cancelTimer(deadline);
            request.connection().close();
        });
    }

    private boolean stop() {
        boolean first = !over;
        over = true;
        vertx.cancelTimer(timer);
        return first;
    }
}
