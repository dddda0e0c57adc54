package dev.throughline.gateway;

import dev.throughline.access.RequestMedia;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.RefusalFactory;
import dev.throughline.gateway.route.DialectEndpoint;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;

/// Validates a request's method, path and headers for its endpoint.
final class EndpointRules {
    private EndpointRules() {}

    /// The error of a request before its body is read, if any.
    static Optional<Failure> refusal(DialectRequest dialectRequest) {
        DialectEndpoint dialectEndpoint = dialectRequest.routeTarget().endpoint();
        if (dialectEndpoint instanceof DialectEndpoint.Unknown) {
            return Optional.of(unknown(dialectRequest));
        }
        List<String> methods = dialectEndpoint.methods();
        HttpServerRequest request = dialectRequest.request();
        if (!methods.contains(request.method().name())) {
            dialectRequest.response().putHeader("allow", String.join(", ", methods));
            return Optional.of(wrongMethod(request.method().name(), methods));
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

    private static Failure wrongMethod(String found, List<String> methods) {
        return Failure.of(
                FailureKind.METHOD_NOT_ALLOWED,
                "The method " + found + " is not allowed here; " + String.join(" or ", methods) + " was expected.");
    }

    private static Optional<Failure> encoded(HttpServerRequest request) {
        String encoding = request.getHeader("content-encoding");
        return encoding == null || encoding.equalsIgnoreCase("identity")
                ? Optional.empty()
                : Optional.of(Failure.of(
                        FailureKind.UNSUPPORTED_MEDIA_TYPE,
                        "The request body is encoded; expected a body without content-encoding."));
    }
}
