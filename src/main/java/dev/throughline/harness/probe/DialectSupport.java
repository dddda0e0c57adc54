package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/// A server's reaction to a request in a dialect.
sealed interface DialectSupport {
    /// It answered in the dialect.
    record Spoken(JsonNode body) implements DialectSupport {}

    /// It does not support the dialect.
    record Absent(String detail) implements DialectSupport {}

    /// It responded in another way.
    record Fault(FindingKind kind, String detail) implements DialectSupport {}

    static DialectSupport of(DialectClient dialectClient, ServerReply serverReply) {
        if (serverReply instanceof ServerReply.Answered answer && answer.isGood() && !answer.isHtml()) {
            return answer.json()
                    .map(body -> body(dialectClient, body))
                    .orElse(new Fault(FindingKind.NOT_JSON, "expected a JSON object, found " + kind(answer)));
        }
        return serverReply instanceof ServerReply.Answered answer && isAbsent(answer)
                ? new Absent(answer.summary())
                : fault(serverReply);
    }

    private static DialectSupport body(DialectClient dialectClient, JsonNode body) {
        return dialectClient.isAnswer(body)
                ? new Spoken(body)
                : new Fault(
                        FindingKind.UNKNOWN_SHAPE,
                        "a JSON object that is not an answer in "
                                + dialectClient.dialect().id());
    }

    /// Describes a response that is not an answer.
    static Fault fault(ServerReply serverReply) {
        return switch (serverReply) {
            case ServerReply.Unanswered(ServerReply.Cause cause, String reason) ->
                new Fault(
                        cause == ServerReply.Cause.TIMED_OUT ? FindingKind.TIMED_OUT : FindingKind.BROKEN_OFF, reason);
            case ServerReply.Answered answer
            when answer.status() == 401 || answer.status() == 403 ->
                new Fault(FindingKind.UNAUTHORIZED, answer.summary());
            case ServerReply.Answered answer
            when answer.status() == 429 || answer.status() == 503 || answer.status() == 529 ->
                new Fault(FindingKind.BUSY, answer.summary());
            case ServerReply.Answered answer when answer.isHtml() -> new Fault(FindingKind.HTML_PAGE, answer.summary());
            case ServerReply.Answered answer -> new Fault(FindingKind.REFUSED, answer.summary());
        };
    }

    /// A 404 about the model is an answer in the dialect.
    private static boolean isAbsent(ServerReply.Answered answer) {
        return switch (answer.status()) {
            case 405, 501 -> true;
            case 404 -> !answer.summary().toLowerCase(Locale.ROOT).contains("model");
            default -> false;
        };
    }

    private static String kind(ServerReply.Answered answer) {
        return answer.body().isBlank() ? "an empty body" : answer.type().isEmpty() ? "something else" : answer.type();
    }
}
