package dev.throughline.wire.anthropic;

import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.ContextOverflow;
import dev.throughline.wire.sse.FrameBuffer;

/// Writes errors as `{"type": "error", "error": {type, message}}`. Source: the Anthropic API reference, "Errors".
final class AnthropicErrors {
    private AnthropicErrors() {}

    public static void write(Failure failure, FrameBuffer out) {
        out.raw("{\"type\":\"error\",\"error\":{\"type\":").json(type(failure));
        out.raw(",\"message\":").json(message(failure));
        if (isThreadUnknown(failure)) {
            out.raw(",\"details\":{\"error_code\":\"thread_not_found\"}");
        }
        out.raw("}}");
    }

    private static String message(Failure failure) {
        return failure.kind() == FailureKind.CONTEXT_OVERFLOW
                ? ContextOverflow.anthropic(failure.message())
                : failure.message();
    }

    /// @anthropic-ai/sdk 1.11 sends the whole history itself when it receives this code.
    private static boolean isThreadUnknown(Failure failure) {
        return failure.kind() == FailureKind.NOT_FOUND
                && failure.param().filter("/thread/previous_message_id"::equals).isPresent();
    }

    private static String type(Failure failure) {
        return switch (failure.kind()) {
            case INVALID_REQUEST, CONTEXT_OVERFLOW, METHOD_NOT_ALLOWED, CONFLICT, UNSUPPORTED_MEDIA_TYPE ->
                "invalid_request_error";
            case AUTHENTICATION -> "authentication_error";
            case PERMISSION -> "permission_error";
            case NOT_FOUND -> "not_found_error";
            case TOO_LARGE -> "request_too_large";
            case RATE_LIMIT -> "rate_limit_error";
            case OVERLOADED, UNAVAILABLE -> "overloaded_error";
            case TIMEOUT -> "timeout_error";
            case SERVER, BACKEND -> "api_error";
        };
    }
}
