package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.probe.dialect.Speech;
import dev.throughline.harness.probe.server.Reply;
import java.util.Locale;

/// What a server made of a request in a dialect.
sealed interface Opened {

    /// It answered in the dialect.
    record Spoken(JsonNode body) implements Opened {}

    /// It does not know the dialect.
    record Absent(String detail) implements Opened {}

    /// It did something else.
    record Fault(FindingKind kind, String detail) implements Opened {}

    static Opened of(Speech speech, Reply reply) {
        if (reply instanceof Reply.Answered answer && answer.isGood() && !answer.isHtml()) {
            return answer.json()
                    .map(body -> body(speech, body))
                    .orElse(new Fault(FindingKind.NOT_JSON, "expected a JSON object, found " + kind(answer)));
        }
        return reply instanceof Reply.Answered answer && isAbsent(answer) ? new Absent(answer.told()) : fault(reply);
    }

    private static Opened body(Speech speech, JsonNode body) {
        return speech.isAnswer(body)
                ? new Spoken(body)
                : new Fault(
                        FindingKind.UNKNOWN_SHAPE,
                        "a JSON object that is no answer of " + speech.dialect().id());
    }

    /// Names what stands in for an answer.
    static Fault fault(Reply reply) {
        return switch (reply) {
            case Reply.Unanswered(Reply.Cause cause, String reason) ->
                new Fault(cause == Reply.Cause.TIMED_OUT ? FindingKind.TIMED_OUT : FindingKind.BROKEN_OFF, reason);
            case Reply.Answered answer
            when answer.status() == 401 || answer.status() == 403 -> new Fault(FindingKind.UNAUTHORIZED, answer.told());
            case Reply.Answered answer
            when answer.status() == 429 || answer.status() == 503 || answer.status() == 529 ->
                new Fault(FindingKind.BUSY, answer.told());
            case Reply.Answered answer when answer.isHtml() -> new Fault(FindingKind.HTML_PAGE, answer.told());
            case Reply.Answered answer -> new Fault(FindingKind.REFUSED, answer.told());
        };
    }

    /// A 404 that speaks of the model is an answer of the dialect.
    private static boolean isAbsent(Reply.Answered answer) {
        return switch (answer.status()) {
            case 405, 501 -> true;
            case 404 -> !answer.told().toLowerCase(Locale.ROOT).contains("model");
            default -> false;
        };
    }

    private static String kind(Reply.Answered answer) {
        return answer.body().isBlank() ? "an empty body" : answer.type().isEmpty() ? "something else" : answer.type();
    }
}
