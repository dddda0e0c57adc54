package dev.throughline.backend;

import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpConnection;
import java.io.IOException;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import javax.net.ssl.SSLException;

/// The connections of one event loop to a backend, and which of them carried a request before. Confined to that
/// event loop.
///
/// A server may close an idle connection at any time (RFC 9112, 9.5), also while the next request is under way to
/// it. Such a request is sent again over another connection, as long as the connection that failed was a reused one:
/// each failure removes it from the pool, so that the last attempt is made over a new one.
final class LoopConnections {
    /// Time after which a request is not sent again: a connection that was closed before fails within a round trip.
    static final long RESEND_MILLIS = 2_000;

    private final HttpClient client;
    private final Set<HttpConnection> used = Collections.newSetFromMap(new WeakHashMap<>());

    LoopConnections(HttpClient client) {
        this.client = client;
    }

    HttpClient client() {
        return client;
    }

    /// Whether its connection carried a request before this one. To be called once for each request.
    boolean isReused(HttpClientRequest request) {
        return !used.add(request.connection());
    }

    /// Whether a request failed because its connection was closed.
    static boolean isClosed(Throwable cause) {
        return cause instanceof HttpClosedException || cause instanceof IOException && !(cause instanceof SSLException);
    }
}
