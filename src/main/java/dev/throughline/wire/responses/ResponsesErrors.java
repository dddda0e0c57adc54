package dev.throughline.wire.responses;

import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.ContextOverflow;
import dev.throughline.wire.sse.FrameBuffer;

/// Writes an error within a response as `{code, message}`; before the first byte `OpenAiErrors` has the
/// shape. Source: the OpenAI API reference, "The response object".
final class ResponsesErrors {
    private ResponsesErrors() {}

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
}
