package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.sse.SseFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Parses the errors of backends, whatever their dialect.
///
/// Shapes known: `{error: {message, type, code, param}}` (OpenAI, Anthropic), `{error: "…"}`,
/// `{type: "error", message}` and `{response: {error}}` (Responses), `{object: "error", message, code}`
/// (older vLLM), `{detail}` (FastAPI).
public final class BackendErrors {
    private static final int LONGEST = 2_000;
    private static final List<String> MESSAGES = List.of("message", "detail", "msg", "error_msg");

    /// Error types that servers use for a context overflow; llama.cpp and SGLang have sent it with status
    /// 500.
    private static final Set<FailureKind> MAY_OVERFLOW = EnumSet.of(
            FailureKind.INVALID_REQUEST,
            FailureKind.CONTEXT_OVERFLOW,
            FailureKind.TOO_LARGE,
            FailureKind.SERVER,
            FailureKind.BACKEND);

    private BackendErrors() {}

    /// Whether a frame or body is an error and nothing else.
    public static boolean isError(JsonNode body) {
        JsonNode error = body.get("error");
        return error != null && !error.isNull() && !body.has("choices") && !body.has("output")
                || body.path("type").asText().equals("error")
                || body.path("object").asText().equals("error");
    }

    /// Whether a frame that ended an answer describes the error itself, so that a client of its dialect can
    /// read it.
    public static boolean isError(SseFrame frame) {
        byte[] data = Arrays.copyOfRange(frame.data(), frame.dataFrom(), frame.dataTo());
        return StrictJson.object(data)
                .filter(body -> isError(body)
                        || body.hasNonNull("error")
                        || body.path("type").asText().equals("response.failed"))
                .isPresent();
    }

    /// An error in a body or frame received with status 200.
    public static Failure inStream(JsonNode body) {
        JsonNode error = error(body);
        FailureKind kind = kind(error);
        String message = message(error);
        return MAY_OVERFLOW.contains(kind) && ContextOverflow.isIn(error, message)
                ? overflow(error, message)
                : new Failure(kind, status(error, kind), message, param(error), Optional.empty());
    }

    /// An error received as text or as a page with status 200; empty for none.
    /// @param body not JSON
    public static Optional<Failure> inText(byte[] body) {
        String text = new String(body, 0, Math.min(body.length, LONGEST), StandardCharsets.UTF_8);
        boolean isPage = text.stripLeading().startsWith("<");
        String words = (isPage ? text.replaceAll("<[^<>]{0,500}>", " ") : text)
                .replaceAll("\\s{1,1000}", " ")
                .strip();
        if (words.isEmpty()) {
            return Optional.empty();
        }
        String message = "The backend answered with text instead of an answer: " + shortened(words);
        return Optional.of(
                ContextOverflow.isIn(MissingNode.getInstance(), message)
                        ? overflow(MissingNode.getInstance(), message)
                        : Failure.of(FailureKind.BACKEND, message));
    }

    /// A response without a success status. One that is not an error (a redirect) is reported as 502.
    /// @param body its body, JSON or not; may be empty
    /// @param retryAfter as requested by the backend
    public static Failure of(int status, byte[] body, Optional<Duration> retryAfter) {
        int effective = status < 400 ? FailureKind.BACKEND.status() : status;
        Optional<JsonNode> json = json(body);
        String message = json.map(BackendErrors::error)
                .map(BackendErrors::message)
                .orElse("The backend answered " + status + " with " + form(body) + ".");
        JsonNode error = json.map(BackendErrors::error).orElse(MissingNode.getInstance());
        if (MAY_OVERFLOW.contains(ofStatus(effective)) && ContextOverflow.isIn(error, message)) {
            return overflow(error, message);
        }
        Optional<String> param = json.map(BackendErrors::error).flatMap(BackendErrors::param);
        return new Failure(ofStatus(effective), effective, message, param, retryAfter);
    }

    /// Older llama.cpp puts its numbers beside the message.
    private static Failure overflow(JsonNode error, String message) {
        boolean hasNumbers = error.path("n_ctx").isNumber()
                && error.path("n_prompt_tokens").isNumber()
                && !message.contains(error.path("n_ctx").asText());
        String words = hasNumbers
                ? message + ": " + error.path("n_prompt_tokens").asLong() + " tokens > "
                        + error.path("n_ctx").asLong()
                : message;
        return new Failure(
                FailureKind.CONTEXT_OVERFLOW,
                FailureKind.CONTEXT_OVERFLOW.status(),
                words,
                param(error),
                Optional.empty());
    }

    /// The kind of failure for an HTTP status.
    public static FailureKind ofStatus(int status) {
        for (FailureKind kind : FailureKind.values()) {
            if (kind.status() == status) {
                return kind;
            }
        }
        if (status == 408) {
            return FailureKind.TIMEOUT;
        }
        return status >= 400 && status < 500 ? FailureKind.INVALID_REQUEST : FailureKind.BACKEND;
    }

    private static Optional<JsonNode> json(byte[] body) {
        try {
            JsonNode tree = StrictJson.MAPPER.readTree(body);
            return tree != null && tree.isObject() ? Optional.of(tree) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static JsonNode error(JsonNode body) {
        JsonNode inner = body.path("response").path("error");
        if (inner.isObject()) {
            return inner;
        }
        JsonNode error = body.path("error");
        return error.isObject() || error.isTextual() ? error : body;
    }

    private static String message(JsonNode error) {
        if (error.isTextual()) {
            return shortened(error.textValue());
        }
        // OpenRouter: what the provider behind it said.
        String raw = error.path("metadata").path("raw").asText("");
        for (String field : MESSAGES) {
            if (error.path(field).isTextual()) {
                String words = error.path(field).textValue();
                return shortened(raw.isEmpty() || words.contains(raw) ? words : words + ": " + raw);
            }
        }
        return shortened("The backend reported an error without a message: " + error);
    }

    private static String shortened(String message) {
        return message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "…";
    }

    private static Optional<String> param(JsonNode error) {
        return Optional.of(error.path("param")).filter(JsonNode::isTextual).map(JsonNode::textValue);
    }

    private static int status(JsonNode error, FailureKind kind) {
        int code = error.path("code").asInt();
        return code >= 400 && code < 600 ? code : kind.status();
    }

    private static FailureKind kind(JsonNode error) {
        int code = error.path("code").asInt();
        if (code >= 400 && code < 600) {
            return ofStatus(code);
        }
        String type = error.path("type").asText() + " " + error.path("code").asText();
        if (type.contains("rate_limit")) {
            return FailureKind.RATE_LIMIT;
        }
        if (type.contains("overloaded")) {
            return FailureKind.OVERLOADED;
        }
        if (type.contains("invalid")) {
            return FailureKind.INVALID_REQUEST;
        }
        if (type.contains("authentication")) {
            return FailureKind.AUTHENTICATION;
        }
        if (type.contains("permission")) {
            return FailureKind.PERMISSION;
        }
        return type.contains("timeout") ? FailureKind.TIMEOUT : FailureKind.BACKEND;
    }

    private static String form(byte[] body) {
        if (body.length == 0) {
            return "an empty body";
        }
        return body[0] == '<' ? "a page of markup instead of JSON" : "a body that is not JSON";
    }
}
