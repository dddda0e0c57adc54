package dev.throughline.access;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;

/// Refuses a request whose body could end elsewhere for a proxy in front, and closes its connection: what follows on
/// it is never read as a request. What the HTTP decoder finds (both lengths, line ends inside a chunk extension) it
/// refuses itself; it takes foreign transfer codings for `chunked`, or for none.
/// Source: RFC 9112, 6.1 (a transfer coding that a server does not understand) and 11.2 (request smuggling).
@ApplicationScoped
class RequestFraming {
    private static final int FIRST = 10_000;
    private static final String REFUSAL = "Expected no Transfer-Encoding other than one \"chunked\".\n";

    void guard(@Observes Filters filters) {
        filters.register(RequestFraming::check, FIRST);
    }

    private static void check(RoutingContext context) {
        HttpServerRequest request = context.request();
        List<String> codings = request.headers().getAll("transfer-encoding");
        if (codings.isEmpty()
                || codings.size() == 1 && codings.getFirst().strip().equalsIgnoreCase("chunked")) {
            context.next();
            return;
        }
        // The response is complete for the client and never ends for the server, which would go on with what follows.
        HttpServerResponse response = request.response();
        response.setStatusCode(400)
                .putHeader("connection", "close")
                .putHeader("content-type", "text/plain")
                .putHeader("content-length", Integer.toString(REFUSAL.length()))
                .write(REFUSAL)
                .onComplete(_ -> request.connection().close());
    }
}
