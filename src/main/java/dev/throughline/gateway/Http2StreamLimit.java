package dev.throughline.gateway;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import jakarta.inject.Singleton;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/// Refuses the requests of an HTTP/2 connection above its limit at their heads. Netty does so only once the client
/// has acknowledged our settings, which a hostile one never does; Vert.x ends a connection in time that grows with
/// the square of its open streams. Netty closes a connection of which many are refused. Thread-safe.
@Singleton
class Http2StreamLimit {
    /// Source: RFC 9113, 7; nothing was done, the client may try again.
    private static final long REFUSED_STREAM = 7;

    private final long most;
    private final Map<HttpConnection, Set<HttpServerRequest>> open = new ConcurrentHashMap<>();

    Http2StreamLimit(@ConfigProperty(name = "quarkus.http.limits.max-concurrent-streams") long most) {
        this.most = most;
    }

    /// Whether the request may be answered; its stream is refused otherwise.
    boolean enter(HttpServerRequest request) {
        if (request.version() != HttpVersion.HTTP_2) {
            return true;
        }
        Set<HttpServerRequest> others =
                open.computeIfAbsent(request.connection(), _ -> Collections.newSetFromMap(new IdentityHashMap<>()));
        boolean isAdmitted = others.size() < most && others.add(request);
        if (!isAdmitted) {
            request.response().reset(REFUSED_STREAM);
        }
        return isAdmitted;
    }

    /// The request is over; may be called again.
    void leave(HttpServerRequest request) {
        if (request.version() == HttpVersion.HTTP_2) {
            open.computeIfPresent(request.connection(), (_, requests) -> {
                requests.remove(request);
                return requests.isEmpty() ? null : requests;
            });
        }
    }
}
