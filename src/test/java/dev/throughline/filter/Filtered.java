package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a client gets of a model's text after the filter, adjacent deltas joined.
record Filtered(
        String content,
        String reasoning,
        List<String> names,
        List<String> arguments,
        FinishReason reason,
        List<Anomaly.Kind> anomalies) {
    static final JsonMapper JSON = new JsonMapper();

    static Filtered of(FilterSettings settings, List<String> pieces, FinishReason reason) {
        var filter = new GlmFilter(settings);
        List<StreamEvent> events = new ArrayList<>();
        pieces.forEach(piece -> filter.on(new TextDelta(piece), events::add));
        filter.on(new Finish(reason), events::add);
        return of(events, filter.anomalies().stream().map(Anomaly::kind).toList());
    }

    private static Filtered of(List<StreamEvent> events, List<Anomaly.Kind> anomalies) {
        var content = new StringBuilder();
        var reasoning = new StringBuilder();
        List<String> names = new ArrayList<>();
        List<StringBuilder> arguments = new ArrayList<>();
        FinishReason reason = FinishReason.STOP;
        for (StreamEvent event : events) {
            switch (event) {
                case TextDelta(String text) -> content.append(text);
                case ReasoningDelta(String text) -> reasoning.append(text);
                case ToolCallStart(int index, String _, String name) -> {
                    if (index != names.size()) {
                        throw new AssertionError("call index " + index + ", expected " + names.size());
                    }
                    names.add(name);
                    arguments.add(new StringBuilder());
                }
                case ToolCallArgs(int index, String fragment) ->
                    arguments.get(index).append(fragment);
                case Finish(FinishReason why) -> reason = why;
                case StreamEvent.Start _,
                        StreamEvent.ReasoningSignature _,
                        StreamEvent.RedactedReasoning _,
                        StreamEvent.ToolCallEnd _,
                        StreamEvent.Usage _,
                        StreamEvent.Failure _ -> {}
            }
        }
        return new Filtered(
                content.toString(),
                reasoning.toString(),
                names,
                arguments.stream().map(StringBuilder::toString).toList(),
                reason,
                anomalies);
    }

    static FilterSettings settings(boolean startsInReasoning, JsonNode tools) {
        Map<String, JsonNode> schemas = new HashMap<>();
        for (JsonNode tool : tools) {
            schemas.put(tool.at("/function/name").asText(), tool.at("/function/parameters"));
        }
        int[] next = {0};
        return new FilterSettings(startsInReasoning, schemas, 128, () -> "call_" + next[0]++);
    }
}
