package dev.throughline.wire.responses.answer;

import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.ContextOverflow;
import dev.throughline.wire.sse.FrameBuffer;
import java.util.Optional;

/// Writes errors: before the first byte as `{"error": {message, type, param, code}}`, within a response as
/// `{code, message}`. Source: the OpenAI API reference, "Error codes" and "The response object".
public final class ResponsesErrors {
    private ResponsesErrors() {}

    public static byte[] body(Failure failure) {
        var out = new FrameBuffer().raw("{\"error\":{\"message\":").json(failure.message());
        out.raw(",\"type\":").json(type(failure));
        nullable(out.raw(",\"param\":"), failure.param());
        nullable(out.raw(",\"code\":"), code(failure));
        return out.raw("}}").take();
    }

    /// The `error` of a failed response. Its codes are a closed set; an error without a code in it is a
    /// `server_error`.
    public static void write(Failure failure, FrameBuffer out) {
        String code = switch (failure.kind()) {
            case RATE_LIMIT -> "rate_limit_exceeded";
            case CONTEXT_OVERFLOW -> ContextOverflow.CODE;
            case INVALID_REQUEST, TOO_LARGE, UNSUPPORTED_MEDIA_TYPE -> "invalid_prompt";
            case AUTHENTICATION,
                    PERMISSION,
                    NOT_FOUND,
                    METHOD_NOT_ALLOWED,
                    CONFLICT,
                    SERVER,
                    BACKEND,
                    UNAVAILABLE,
                    TIMEOUT,
                    OVERLOADED -> "server_error";
        };
        out.raw("{\"code\":").json(code);
        out.raw(",\"message\":").json(failure.message()).raw("}");
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
