package dev.throughline.harness.probe.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/// One request, in no dialect.
///
/// @param placement where the reasoning of the history is written
/// @param extras further top-level fields of the body
/// @param maxTokens most tokens of the answer
/// @param isStreamed whether the answer is asked for as a stream
/// @param hasArrays whether user text is written as an array of parts
public record Ask(
        String model,
        List<Said> history,
        Placement placement,
        Map<String, JsonNode> extras,
        int maxTokens,
        boolean isStreamed,
        boolean hasArrays) {

    public Ask {
        history = List.copyOf(history);
        extras = Map.copyOf(extras);
    }

    public static Ask of(String model, List<Said> history, int maxTokens) {
        return new Ask(model, history, Placement.NONE, Map.of(), maxTokens, false, false);
    }

    public Ask with(Placement placement, Map<String, JsonNode> extras) {
        return new Ask(model, history, placement, extras, maxTokens, isStreamed, hasArrays);
    }

    public Ask streamed() {
        return new Ask(model, history, placement, extras, maxTokens, true, hasArrays);
    }

    public Ask withArrays() {
        return new Ask(model, history, placement, extras, maxTokens, isStreamed, true);
    }
}
