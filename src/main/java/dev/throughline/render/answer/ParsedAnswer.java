package dev.throughline.render.answer;

import dev.throughline.filter.markup.Anomaly;
import java.util.List;
import java.util.Optional;

/// An answer in its parts.
///
/// @param isReasoningComplete whether no reasoning is left open: false for an answer that was cut inside it
/// @param stop the string that ended the answer; empty where it was cut
/// @param anomalies what was repaired or left out
/// @param callLayout how the model writes calls: `glm`, `json`, `json-list`, `named-json`, `tagged`; `unknown` where
/// its
///     template has calls that are not understood, so that they stay text; empty for a model without calls
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
    /// @param arguments JSON text; where the answer was cut inside them, its beginning
    public record ParsedCall(String name, String arguments) {}
}
