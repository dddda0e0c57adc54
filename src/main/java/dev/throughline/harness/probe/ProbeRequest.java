package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/// One request in a dialect-neutral form.
///
/// @param placement where the reasoning of the history is written
/// @param extras additional top-level fields of the body
/// @param maxTokens maximum number of tokens of the answer
/// @param isStreamed whether a streamed answer is requested
/// @param hasArrays whether user text is written as an array of parts
public record ProbeRequest(
        String model,
        List<ProbeTurn> history,
        ReasoningPlacement placement,
        Map<String, JsonNode> extras,
        int maxTokens,
        boolean isStreamed,
        boolean hasArrays) {
    public ProbeRequest {
        history = List.copyOf(history);
        extras = Map.copyOf(extras);
    }

    public static ProbeRequest of(String model, List<ProbeTurn> history, int maxTokens) {
        return new ProbeRequest(model, history, ReasoningPlacement.NONE, Map.of(), maxTokens, false, false);
    }

    public ProbeRequest with(ReasoningPlacement reasoningPlacement, Map<String, JsonNode> extras) {
        return new ProbeRequest(model, history, reasoningPlacement, extras, maxTokens, isStreamed, hasArrays);
    }

    public ProbeRequest streamed() {
        return new ProbeRequest(model, history, placement, extras, maxTokens, true, hasArrays);
    }

    public ProbeRequest withArrays() {
        return new ProbeRequest(model, history, placement, extras, maxTokens, isStreamed, true);
    }
}
