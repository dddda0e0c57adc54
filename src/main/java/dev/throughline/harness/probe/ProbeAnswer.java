package dev.throughline.harness.probe;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One answer of the model in a dialect-neutral form.
///
/// @param reasoning the reasoning by the name of the field that carried it
/// @param finishes every finish reason, in the terms of the chat dialect
/// @param hasUsage whether token counts were received
/// @param isEnded whether the dialect's end marker was received; complete answers have none and count as ended
/// @param failure an error inside the answer
public record ProbeAnswer(
        Map<String, String> reasoning,
        String signature,
        String content,
        List<ProbeTurn.Call> calls,
        List<String> finishes,
        boolean hasUsage,
        boolean isEnded,
        Optional<String> failure) {
    static final String LENGTH = "length";
    public static final String CALLS = "tool_calls";

    public ProbeAnswer {
        reasoning = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(reasoning));
        calls = List.copyOf(calls);
        finishes = List.copyOf(finishes);
    }

    /// The names of the fields that carried reasoning.
    public List<String> fields() {
        return List.copyOf(reasoning.keySet());
    }

    public boolean isCut() {
        return finishes.contains(LENGTH);
    }

    /// The answer as part of a history.
    public ProbeTurn.Assistant said() {
        return new ProbeTurn.Assistant(reasoning.values().stream().findFirst().orElse(""), signature, content, calls);
    }
}
