package dev.throughline.wire.chat.answer;

import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.ContextOverflow;
import dev.throughline.wire.sse.FrameBuffer;

/// Writes errors as `{"error": {message, type, param, code}}`. Source: the OpenAI API reference, "Error codes".
public final class ChatErrors {
    private ChatErrors() {}

    public static byte[] body(Failure failure) {
        var out = new FrameBuffer();
        write(failure, out);
        return out.take();
    }

    public static void write(Failure failure, FrameBuffer out) {
        out.raw("{\"error\":{\"message\":").json(failure.message());
        out.raw(",\"type\":").json(type(failure));
        out.raw(",\"param\":");
        failure.param().ifPresentOrElse(out::json, () -> out.raw("null"));
        out.raw(",\"code\":");
        String code = code(failure);
        if (code.isEmpty()) {
            out.raw("null");
        } else {
            out.json(code);
        }
        out.raw("}}");
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

    private static String code(Failure failure) {
        return switch (failure.kind()) {
            case CONTEXT_OVERFLOW -> ContextOverflow.CODE;
            case NOT_FOUND -> "not_found";
            case METHOD_NOT_ALLOWED -> "method_not_allowed";
            case CONFLICT -> "conflict";
            case TOO_LARGE -> "request_too_large";
            case UNSUPPORTED_MEDIA_TYPE -> "unsupported_media_type";
            case AUTHENTICATION -> "invalid_api_key";
            case RATE_LIMIT -> "rate_limit_exceeded";
            case TIMEOUT -> "timeout";
            case OVERLOADED -> "overloaded";
            case INVALID_REQUEST, PERMISSION, SERVER, BACKEND, UNAVAILABLE -> "";
        };
    }
}
