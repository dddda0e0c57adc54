package dev.throughline.access;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Set;

/// Allows pages of configured origins to call the service; other origins get no CORS header, so that their
/// browser withholds every response. Credentials are never allowed: a page sends its key in a separate
/// header. Source: WHATWG Fetch 3.3, "CORS protocol".
@ApplicationScoped
class CorsPolicy {
    /// Before every other handler.
    private static final int ORDER = -2_000;

    private final Set<String> allowed;

    CorsPolicy(AccessConfig config) {
        this.allowed = Set.copyOf(config.origins().orElse(List.of()));
    }

    void init(@Observes Router router) {
        if (!allowed.isEmpty()) {
            router.route().order(ORDER).handler(this::pass);
        }
    }

    private void pass(RoutingContext context) {
        HttpServerRequest request = context.request();
        HttpServerResponse response = context.response().putHeader("vary", "origin");
        String origin = request.getHeader("origin");
        if (origin == null || !allowed.contains(origin)) {
            context.next();
            return;
        }
        response.putHeader("access-control-allow-origin", origin).putHeader("access-control-expose-headers", "*");
        if (request.method().equals(HttpMethod.OPTIONS)
                && request.headers().contains("access-control-request-method")) {
            allow(request, response);
        } else {
            context.next();
        }
    }

    private static void allow(HttpServerRequest request, HttpServerResponse response) {
        response.putHeader("access-control-allow-methods", "GET, HEAD, POST, DELETE")
                .putHeader("access-control-max-age", "600");
        String headers = request.getHeader("access-control-request-headers");
        if (headers != null) {
            response.putHeader("access-control-allow-headers", headers);
        }
        response.setStatusCode(204).end();
    }
}
