package dev.throughline.gateway.answer;

import dev.throughline.backend.BackendHead;
import io.vertx.core.http.HttpServerResponse;

/// The headers of a backend's answer that a client gets: limits, and the backend's name for the request.
public final class BackendResponseHeaders {
    private static final String REQUEST_ID = "x-request-id";

    private BackendResponseHeaders() {}

    public static void copy(BackendHead head, HttpServerResponse response) {
        if (response.headWritten()) {
            return;
        }
        head.headers().forEach((name, value) -> {
            if (isLimit(name)) {
                response.putHeader(name, value);
            }
        });
        head.header(REQUEST_ID)
                .or(() -> head.header("request-id"))
                .ifPresent(id -> response.putHeader("x-throughline-backend-request-id", id));
    }

    private static boolean isLimit(String name) {
        return name.startsWith("x-ratelimit-")
                || name.startsWith("anthropic-ratelimit-")
                || name.startsWith("ratelimit")
                || name.equals("retry-after")
                || name.equals("retry-after-ms")
                || name.equals("x-should-retry");
    }
}
