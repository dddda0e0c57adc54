package dev.throughline.access;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/// A request that a client sends before it has taken the answers to earlier ones waits for that: what a connection
/// holds in memory is one answer, whatever is sent on it. One that takes nothing ends with `quarkus.http.idle-timeout`.
/// Source: RFC 9112, 9.3.2 (pipelining).
@ApplicationScoped
class RequestsInTurn {
    /// Before everything else that may write an answer.
    private static final int FIRST = 20_000;

    void guard(@Observes Filters filters) {
        filters.register(RequestsInTurn::await, FIRST);
    }

    private static void await(RoutingContext context) {
        HttpServerRequest request = context.request();
        HttpServerResponse response = context.response();
        if (!response.writeQueueFull()) {
            context.next();
            return;
        }
        request.pause();
        response.drainHandler(_ -> {
            response.drainHandler(null);
            // Delivers on a later turn of the event loop.
            request.resume();
            context.next();
        });
    }
}
