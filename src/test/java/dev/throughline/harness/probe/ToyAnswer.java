package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/// The toy model's answer to a request: it thinks, then calls the tool, or writes text once the tool has
/// answered.
record ToyAnswer(String field, String reasoning, String content, String call, String finish, int promptTokens) {
    private static final AtomicInteger ANSWERS = new AtomicInteger();
    private static final String THOUGHT = "The place is named, so its weather can be read.";
    private static final String ARGUMENTS = "{\"place\": \"Oslo\"}";

    static ToyAnswer of(JsonNode body, Set<ToyBackendQuirk> quirks, boolean isStreamed) {
        var turns = ToyTurn.of(body, quirks);
        boolean thinks = ToyTemplate.isThinking(body) && !quirks.contains(ToyBackendQuirk.DOES_NOT_THINK);
        boolean asksBack = turns.getLast().is("tool") || quirks.contains(ToyBackendQuirk.DOES_NOT_CALL);
        boolean calls = !asksBack && body.has("tools");
        String thought = thinks ? THOUGHT : "";
        return new ToyAnswer(
                quirks.contains(ToyBackendQuirk.EMITS_REASONING)
                                != (isStreamed && quirks.contains(ToyBackendQuirk.STREAM_OTHER_FIELD))
                        ? "reasoning"
                        : "reasoning_content",
                isInContent(quirks) ? "" : thought,
                content(thought, calls, quirks),
                calls ? quirks.contains(ToyBackendQuirk.INVALID_ARGUMENTS) ? "{\"place\": " : ARGUMENTS : "",
                finish(calls, quirks, isStreamed),
                promptTokens(body, quirks));
    }

    private static int promptTokens(JsonNode body, Set<ToyBackendQuirk> quirks) {
        String prompt =
                quirks.contains(ToyBackendQuirk.COUNTS_BODY) ? body.toString() : ToyTemplate.render(body, quirks);
        int more = quirks.contains(ToyBackendQuirk.COUNTS_UNSTEADILY) ? 90 * (ANSWERS.getAndIncrement() % 2) : 0;
        return ToyTemplate.tokens(prompt).size() + more;
    }

    boolean hasCall() {
        return !call.isEmpty();
    }

    private static boolean isInContent(Set<ToyBackendQuirk> quirks) {
        return quirks.contains(ToyBackendQuirk.THINK_IN_CONTENT) || quirks.contains(ToyBackendQuirk.THINK_PREFILLED);
    }

    private static String content(String thought, boolean calls, Set<ToyBackendQuirk> quirks) {
        String text = calls ? "" : "It is overcast.";
        if (quirks.contains(ToyBackendQuirk.CALL_IN_CONTENT)) {
            text += "<tool_call>read_weather</tool_call>";
        }
        if (quirks.contains(ToyBackendQuirk.ROLE_MARKER_IN_CONTENT)) {
            text += "<|user|>";
        }
        String opener = quirks.contains(ToyBackendQuirk.THINK_IN_CONTENT) ? "<think>" : "";
        return isInContent(quirks) && !thought.isEmpty() ? opener + thought + "</think>" + text : text;
    }

    private static String finish(boolean calls, Set<ToyBackendQuirk> quirks, boolean isStreamed) {
        boolean isWrong = quirks.contains(ToyBackendQuirk.WRONG_FINISH);
        boolean isOther = isStreamed && quirks.contains(ToyBackendQuirk.STREAM_OTHER_FINISH);
        return isOther && !calls ? "eos" : calls != isWrong ? "tool_calls" : "stop";
    }
}
