package dev.throughline.wire;

import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.sse.FrameBuffer;
import java.util.Optional;

/// Writes errors as both of OpenAI's dialects have them before the first byte:
/// `{"error": {message, type, param, code}}`. Source: the OpenAI API reference, "Error codes".
public final class OpenAiErrors {
    private OpenAiErrors() {}

    public static byte[] body(Failure failure) {
        var out = new FrameBuffer();
        write(failure, out);
        return out.take();
    }

    public static void write(Failure failure, FrameBuffer out) {
        out.raw("{\"error\":{\"message\":").json(failure.message());
        out.raw(",\"type\":").json(type(failure));
        nullable(out.raw(",\"param\":"), failure.param());
        nullable(out.raw(",\"code\":"), code(failure));
        out.raw("}}");
    }

    private static void nullable(FrameBuffer out, Optional<String> text) {
        text.ifPresentOrElse(out::json, () -> out.raw("null"));
    }

    private static String type(Failure failure) {
        return switch (failure.kind()) {
            case INVALID_REQUEST,
                    CONTEXT_OVERFLOW,
                    NOT_FOUND,
                    METHOD_NOT_ALLOWED,
                    CONFLICT,
                    TOO_LARGE,
                    UNSUPPORTED_MEDIA_TYPE -> "invalid_request_error";
            case AUTHENTICATION -> "authentication_error";
            case PERMISSION -> "permission_error";
            case RATE_LIMIT -> "rate_limit_error";
            case SERVER, BACKEND, UNAVAILABLE, TIMEOUT, OVERLOADED -> "server_error";
        };
    }

    private static Optional<String> code(Failure failure) {
        return switch (failure.kind()) {
            case CONTEXT_OVERFLOW -> Optional.of(ContextOverflow.CODE);
            case NOT_FOUND -> Optional.of(notFound(failure));
            case METHOD_NOT_ALLOWED -> Optional.of("method_not_allowed");
            case CONFLICT -> Optional.of("conflict");
            case TOO_LARGE -> Optional.of("request_too_large");
            case UNSUPPORTED_MEDIA_TYPE -> Optional.of("unsupported_media_type");
            case AUTHENTICATION -> Optional.of("invalid_api_key");
            case RATE_LIMIT -> Optional.of("rate_limit_exceeded");
            case TIMEOUT -> Optional.of("timeout");
            case OVERLOADED -> Optional.of("overloaded");
            case INVALID_REQUEST, PERMISSION, SERVER, BACKEND, UNAVAILABLE -> Optional.empty();
        };
    }

    private static String notFound(Failure failure) {
        boolean isPrevious =
                failure.param().filter("previous_response_id"::equals).isPresent();
        return isPrevious ? "previous_response_not_found" : "not_found";
    }
}
