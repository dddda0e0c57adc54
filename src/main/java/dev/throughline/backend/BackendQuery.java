package dev.throughline.backend;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.Map;

/// A small auxiliary request to a backend, such as for its models or a token count.
final class BackendQuery {
    private static final long PATIENCE_MILLIS = 30_000;
    private static final int LARGEST_BODY = 4 * 1024 * 1024;

    private BackendQuery() {}

    /// The response; fails with a `BackendException` if there is none.
    /// @param body may be empty
    static Uni<BackendBody> ask(
            HttpBackend backend, HttpMethod method, BackendPath path, Map<String, String> headers, byte[] body) {
        return Uni.createFrom()
                .completionStage(() -> exchange(
                                backend.connections(),
                                backend.options(method, path, headers).setTimeout(PATIENCE_MILLIS),
                                body,
                                OutgoingCredentials.of(headers, body))
                        .toCompletionStage())
                .onFailure()
                .transform(cause -> new BackendException(BackendFailureFactory.of(backend.name(), cause, false)));
    }

    /// Asks again while a reused connection turns out to be closed.
    private static Future<BackendBody> exchange(
            LoopConnections connections, RequestOptions options, byte[] body, OutgoingCredentials outgoingCredentials) {
        return connections.client().request(options).compose(request -> {
            boolean isReused = connections.isReused(request);
            return send(request, body, outgoingCredentials)
                    .recover(cause -> isReused && LoopConnections.isClosed(cause)
                            ? exchange(connections, options, body, outgoingCredentials)
                            : Future.failedFuture(cause));
        });
    }

    private static Future<BackendBody> send(
            HttpClientRequest request, byte[] body, OutgoingCredentials outgoingCredentials) {
        Future<HttpClientResponse> sent = body.length == 0 ? request.send() : request.send(Buffer.buffer(body));
        return sent.compose(response -> body(response, request)
                .map(bytes -> new BackendBody(
                        BackendHead.of(response.statusCode(), response.headers().entries()),
                        outgoingCredentials.hide(bytes.getBytes()))));
    }

    private static Future<Buffer> body(HttpClientResponse response, HttpClientRequest request) {
        Promise<Buffer> whole = Promise.promise();
        Buffer bytes = Buffer.buffer();
        response.exceptionHandler(whole::tryFail);
        response.handler(chunk -> {
            if (bytes.length() + chunk.length() > LARGEST_BODY) {
                if (whole.tryFail("the body is larger than " + LARGEST_BODY + " bytes")) {
                    request.reset();
                }
            } else {
                bytes.appendBuffer(chunk);
            }
        });
        response.endHandler(_ -> whole.tryComplete(bytes));
        return whole.future();
    }
}
