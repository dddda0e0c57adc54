package dev.throughline.gateway;

import dev.throughline.access.RequestMedia;
import dev.throughline.gateway.admission.DialectEndpoint;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.RefusalFactory;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;

/// Refuses a request whose method, path or headers do not fit its endpoint, before its body is read.
final class EndpointRefusal {
    private static final int UPGRADE_REQUIRED = 426;

    private EndpointRefusal() {}

    /// The error of the request, if any.
    static Optional<Failure> of(DialectRequest dialectRequest) {
        DialectEndpoint dialectEndpoint = dialectRequest.routeTarget().endpoint();
        if (dialectEndpoint instanceof DialectEndpoint.Unknown) {
            return Optional.of(unknown(dialectRequest));
        }
        List<String> methods = dialectEndpoint.methods();
        HttpServerRequest request = dialectRequest.request();
        if (dialectEndpoint instanceof DialectEndpoint.Generate
                && "websocket".equalsIgnoreCase(request.getHeader("upgrade"))) {
            // Codex 0.171 asks for a WebSocket first, and falls back to HTTP at this status without another attempt.
            dialectRequest.response().putHeader("upgrade", "HTTP/1.1");
            return Optional.of(new Failure(
                    FailureKind.METHOD_NOT_ALLOWED,
                    UPGRADE_REQUIRED,
                    "WebSockets are not offered here; send a POST, whose answer is streamed as events.",
                    Optional.empty(),
                    Optional.empty()));
        }
        if (!methods.contains(request.method().name())) {
            dialectRequest.response().putHeader("allow", String.join(", ", methods));
            String allowed = String.join(" or ", methods);
            return Optional.of(Failure.of(
                    FailureKind.METHOD_NOT_ALLOWED,
                    "The method " + request.method() + " is not allowed here; " + allowed + " was expected."));
        }
        if (dialectEndpoint instanceof DialectEndpoint.Passed) {
            return RequestMedia.denialOfPassed(request).map(RefusalFactory::of);
        }
        return (dialectEndpoint.takesBody() ? encoded(request) : Optional.<Failure>empty())
                .or(() -> RequestMedia.denial(request).map(RefusalFactory::of));
    }

    static Failure unknown(DialectRequest dialectRequest) {
        return Failure.of(
                FailureKind.NOT_FOUND,
                "There is no such endpoint under "
                        + dialectRequest.routeTarget().base().path()
                        + "/. Known are POST v1/chat/completions, v1/messages, v1/messages/count_tokens, v1/responses,"
                        + " v1/reset and GET v1/models, v1/validation_report.");
    }

    private static Optional<Failure> encoded(HttpServerRequest request) {
        return Optional.ofNullable(request.getHeader("content-encoding"))
                .filter(encoding -> !encoding.equalsIgnoreCase("identity"))
                .map(_ -> Failure.of(
                        FailureKind.UNSUPPORTED_MEDIA_TYPE,
                        "The request body is encoded; expected a body without content-encoding."));
    }
}
