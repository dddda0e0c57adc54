package dev.throughline.render;

import dev.throughline.filter.Anomaly;
import java.util.List;
import java.util.Optional;

/// A parsed answer.
///
/// @param isReasoningComplete whether no reasoning is left open: false for an answer that was cut off inside it
/// @param stop the string that ended the answer; empty if it was cut off
/// @param anomalies what was repaired or omitted
/// @param callLayout how the model writes calls: `glm`, `json`, `json-list`, `named-json`, `keyed`, `tagged`,
///     `nested`, `gemma`, `python`; `unknown` where its template has calls that are not understood, so that they stay
///     text; empty for a model without calls
public record ParsedAnswer(
        String reasoning,
        String content,
        List<ParsedCall> calls,
        boolean isReasoningComplete,
        Optional<String> stop,
        List<Anomaly> anomalies,
        Optional<String> callLayout) {
    public ParsedAnswer {
        calls = List.copyOf(calls);
        anomalies = List.copyOf(anomalies);
    }

    /// One call.
    ///
    /// @param arguments JSON text; incomplete if the answer was cut off inside it
    public record ParsedCall(String name, String arguments) {}
}
