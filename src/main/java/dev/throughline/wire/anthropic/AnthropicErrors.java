package dev.throughline.wire.anthropic;

import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.sse.FrameBuffer;

/// Writes errors as `{"type": "error", "error": {type, message}}`. Source: the Anthropic API reference, "Errors".
final class AnthropicErrors {
    private AnthropicErrors() {}

    static void write(Failure failure, FrameBuffer out) {
        out.raw("{\"type\":\"error\",\"error\":{\"type\":").json(type(failure));
        out.raw(",\"message\":").json(failure.message()).raw("}}");
    }

    private static String type(Failure failure) {
        return switch (failure.kind()) {
            case INVALID_REQUEST, METHOD_NOT_ALLOWED, CONFLICT, UNSUPPORTED_MEDIA_TYPE -> "invalid_request_error";
            case AUTHENTICATION -> "authentication_error";
            case PERMISSION -> "permission_error";
            case NOT_FOUND -> "not_found_error";
            case TOO_LARGE -> "request_too_large";
            case RATE_LIMIT -> "rate_limit_error";
            case OVERLOADED -> "overloaded_error";
            case TIMEOUT -> "timeout_error";
            case SERVER, BACKEND, UNAVAILABLE -> "api_error";
        };
    }
}
