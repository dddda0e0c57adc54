package dev.throughline.gateway.admission;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;

/// The unread rest of a body: read and discarded for a short while, since a client that is still writing
/// would see a reset connection instead of the response. A longer rest is cut off.
public final class DiscardedBody {
    private static final long DISCARD_MILLIS = 5_000;
    private static final long SMALL = 64 * 1024;

    private DiscardedBody() {}

    /// Call before the response head is written: the connection is closed after it, unless little is left
    /// to read.
    public static void of(HttpServerRequest request) {
        if (hasNone(request)) {
            request.handler(_ -> {});
            request.resume();
            return;
        }
        boolean isShared = request.version() == HttpVersion.HTTP_2;
        boolean isClosed = !isShared && isClosed(request);
        Context loop = Vertx.currentContext();
        long deadline = loop.owner().setTimer(DISCARD_MILLIS, _ -> cut(request));
        request.exceptionHandler(_ -> loop.owner().cancelTimer(deadline));
        request.handler(_ -> {});
        request.endHandler(_ -> {
            loop.owner().cancelTimer(deadline);
            if (isClosed) {
                // The response is written in this turn of the event loop.
                loop.runOnContext(_ -> request.connection().close());
            }
        });
        request.resume();
    }

    private static boolean isClosed(HttpServerRequest request) {
        HttpServerResponse response = request.response();
        if (!isSmall(request) && !response.headWritten()) {
            response.putHeader("connection", "close");
        }
        return "close".equals(response.headers().get("connection"));
    }

    /// Ends a request without a response.
    public static void cut(HttpServerRequest request) {
        if (request.version() == HttpVersion.HTTP_2) {
            request.response().reset();
        } else {
            request.connection().close();
        }
    }

    /// Whether the head of an HTTP/1 request announces no body.
    public static boolean hasNone(HttpServerRequest request) {
        return request.version() != HttpVersion.HTTP_2
                && RequestBody.announced(request) <= 0
                && !request.headers().contains("transfer-encoding");
    }

    private static boolean isSmall(HttpServerRequest request) {
        long length = RequestBody.announced(request);
        return length >= 0 && length <= SMALL;
    }
}
