package dev.throughline.harness.probe;

import dev.throughline.text.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Checks the rules for every answer and for every pair of a streamed and a complete answer.
final class AnswerFormCheck {
    private static final String WHOLE = "whole answer";
    private static final String STREAM = "stream";

    private final ServerDialect dialect;
    private final List<Finding> found = new ArrayList<>();

    private AnswerFormCheck(ServerDialect dialect) {
        this.dialect = dialect;
    }

    /// The errors of a complete answer.
    static List<Finding> ofWhole(ServerDialect dialect, ProbeAnswer whole) {
        var answerFormCheck = new AnswerFormCheck(dialect);
        answerFormCheck.each(WHOLE, whole);
        return answerFormCheck.found;
    }

    /// The errors of a stream.
    static List<Finding> ofStream(ServerDialect dialect, ProbeAnswer stream) {
        var answerFormCheck = new AnswerFormCheck(dialect);
        if (stream.failure().isPresent()) {
            answerFormCheck.add(FindingKind.STREAM_FAILED, stream.failure().get());
        } else if (!stream.isEnded()) {
            answerFormCheck.add(FindingKind.END_MISSING, "the stream ends without " + end(dialect));
        } else {
            answerFormCheck.each(STREAM, stream);
        }
        return answerFormCheck.found;
    }

    /// The differences between the two forms of the answer to the same request.
    static List<Finding> ofBoth(ServerDialect dialect, ProbeAnswer whole, ProbeAnswer stream) {
        var answerFormCheck = new AnswerFormCheck(dialect);
        if (stream.failure().isEmpty() && stream.isEnded()) {
            answerFormCheck.compare(whole, stream);
        }
        return answerFormCheck.found;
    }

    private void compare(ProbeAnswer whole, ProbeAnswer stream) {
        if (!Set.copyOf(whole.fields()).equals(Set.copyOf(stream.fields()))) {
            add(
                    FindingKind.FIELDS_DIFFER,
                    "reasoning in " + names(whole) + " when whole, in " + names(stream) + " when streaming");
        }
        boolean isAlike = whole.calls().isEmpty() == stream.calls().isEmpty() && !whole.isCut() && !stream.isCut();
        if (isAlike
                && isSingle(whole)
                && isSingle(stream)
                && isConsistent(whole)
                && isConsistent(stream)
                && !whole.finishes().equals(stream.finishes())) {
            add(
                    FindingKind.FINISH_DIFFERS,
                    "finish reason " + whole.finishes() + " when whole, " + stream.finishes() + " when streaming");
        }
    }

    private void each(String way, ProbeAnswer answer) {
        switch (answer.finishes().size()) {
            case 0 -> add(FindingKind.FINISH_MISSING, "a " + way + " has no finish reason");
            case 1 -> {}
            default ->
                add(
                        FindingKind.FINISH_REPEATED,
                        "a " + way + " has " + answer.finishes().size() + " finish reasons");
        }
        if (!isConsistent(answer)) {
            add(
                    FindingKind.FINISH_INCONSISTENT,
                    "a " + way + " with " + answer.calls().size() + " tool calls has the finish reason "
                            + answer.finishes().getFirst());
        }
        if (!answer.hasUsage()) {
            add(FindingKind.USAGE_MISSING, "a " + way + " has no token counts");
        }
        if (!answer.isCut() && answer.calls().stream().anyMatch(call -> !isObject(call.arguments()))) {
            add(FindingKind.ARGUMENTS_INVALID, "the arguments of a call in a " + way + " are not a JSON object");
        }
    }

    private static boolean isSingle(ProbeAnswer answer) {
        return answer.finishes().size() == 1;
    }

    private static boolean isConsistent(ProbeAnswer answer) {
        if (!isSingle(answer) || answer.isCut()) {
            return true;
        }
        return answer.calls().isEmpty() != answer.finishes().contains(ProbeAnswer.CALLS);
    }

    /// Missing arguments equal the empty object if a dialect begins a block with it.
    private static boolean isObject(String arguments) {
        try {
            return arguments.isEmpty() || Json.TREES.readTree(arguments).isObject();
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            return false;
        }
    }

    private static String names(ProbeAnswer answer) {
        return answer.fields().isEmpty() ? "no field" : String.join(" and ", answer.fields());
    }

    private static String end(ServerDialect dialect) {
        return switch (dialect) {
            case CHAT -> "[DONE]";
            case MESSAGES -> "message_stop";
            case RESPONSES -> "response.completed";
        };
    }

    private void add(FindingKind kind, String detail) {
        found.add(Finding.in(dialect, kind, detail));
    }
}
