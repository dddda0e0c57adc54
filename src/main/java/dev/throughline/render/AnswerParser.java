package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.filter.Families;
import dev.throughline.filter.FamilyFilter;
import dev.throughline.filter.FilterSettings;
import dev.throughline.render.ModelMarkers.MarkerPair;
import dev.throughline.render.ParsedAnswer.ParsedCall;
import dev.throughline.render.jinja.RenderWork;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Parses complete answers of a model.
///
/// Calls are extracted only if tools are declared, by the filter of the shipped family that reads the template's calls
/// and reasoning, or else of a family that the template describes.
///
/// @param markers the model's
/// @param tools the declared tools with their schemas
public record AnswerParser(ModelMarkers markers, Map<String, JsonNode> tools) {
    private static final int MAX_CALLS = 1_024;
    /// How many characters are read between two checks of the time.
    private static final int PIECE = 65_536;

    public AnswerParser {
        tools = Map.copyOf(tools);
    }

    /// Parses the ids that a model generated, up to the first stop token.
    ///
    /// @throws IllegalArgumentException if an id is not in the vocabulary
    public ParsedAnswer parse(int[] ids, Tokenizer tokenizer) {
        Set<Integer> stops = markers.stops().stream()
                .flatMap(stop -> tokenizer.idOf(stop).stream().boxed())
                .collect(Collectors.toSet());
        int end = 0;
        while (end < ids.length && !stops.contains(ids[end])) {
            end++;
        }
        String text = tokenizer.decode(Arrays.copyOf(ids, end));
        return read(text, end < ids.length ? tokenizer.tokenOf(ids[end]) : Optional.empty());
    }

    /// Parses the text that a model generated; a stop string is recognized at its end.
    public ParsedAnswer parse(String text) {
        Optional<String> stop = markers.stops().stream().filter(text::endsWith).findFirst();
        return read(text.substring(0, text.length() - stop.map(String::length).orElse(0)), stop);
    }

    private ParsedAnswer read(String text, Optional<String> stop) {
        var filter = new FamilyFilter(
                new FilterSettings(markers.startsInReasoning(), tools, MAX_CALLS, () -> "call"), markers.family());
        Collector collector = new Collector(markers.startsInReasoning());
        for (int from = 0; from < text.length(); from += PIECE) {
            RenderWork.checkTime();
            filter.on(new TextDelta(text.substring(from, Math.min(text.length(), from + PIECE))), collector::add);
        }
        filter.on(new Finish(stop.isPresent() ? FinishReason.STOP : FinishReason.LENGTH), collector::add);
        boolean isComplete = !collector.isReasoning
                || markers.reasoning()
                        .flatMap(MarkerPair::closer)
                        .filter(closer -> text.stripTrailing().endsWith(closer.strip()))
                        .isPresent();
        return new ParsedAnswer(
                collector.reasoning.toString(),
                collector.content.toString(),
                collector.calls(),
                isComplete,
                stop,
                filter.anomalies(),
                markers.family().family().id().equals(Families.GLM)
                        ? Optional.of(Families.GLM)
                        : markers.layoutLabel());
    }

    /// Collects the output of the filter.
    private static final class Collector {
        private final StringBuilder reasoning = new StringBuilder();
        private final StringBuilder content = new StringBuilder();
        private final List<String> names = new ArrayList<>();
        private final List<StringBuilder> arguments = new ArrayList<>();
        private boolean isReasoning;

        Collector(boolean startsInReasoning) {
            isReasoning = startsInReasoning;
        }

        void add(StreamEvent event) {
            switch (event) {
                case ReasoningDelta(String text) -> {
                    reasoning.append(text);
                    isReasoning = true;
                }
                case TextDelta(String text) -> {
                    content.append(text);
                    isReasoning = false;
                }
                case ToolCallStart(int _, String _, String name) -> {
                    names.add(name);
                    arguments.add(new StringBuilder());
                    isReasoning = false;
                }
                case ToolCallArgs(int index, String fragment) ->
                    arguments.get(index).append(fragment);
                // No proofs, no failures: the events are the filter's, of one text.
                default -> {}
            }
        }

        List<ParsedCall> calls() {
            return IntStream.range(0, names.size())
                    .mapToObj(index -> new ParsedCall(
                            names.get(index), arguments.get(index).toString()))
                    .toList();
        }
    }
}
