package dev.throughline.filter;

import dev.throughline.filter.Anomaly.Kind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.stream.StreamGrammar;
import dev.throughline.testing.GlmFilters;
import java.util.ArrayList;
import java.util.List;

/// A model's answer after the filter, with adjacent deltas joined.
/// @param order a letter for each part in order: reasoning R, its signature S, text T, call C
record FilteredAnswer(
        String content,
        String reasoning,
        List<Call> calls,
        String order,
        FinishReason reason,
        List<Anomaly> anomalies) {
    /// @param arguments the joined fragments
    record Call(String name, String arguments) {}

    /// Sends events through a new filter. The output must obey the grammar of streams.
    static FilteredAnswer of(FilterSettings settings, List<StreamEvent> input) {
        return of(GlmFilters.of(settings), input);
    }

    static FilteredAnswer of(FamilyFilter filter, List<StreamEvent> input) {
        var collected = new Collected();
        collected.add(new Start("glm"));
        input.forEach(event -> filter.on(event, collected::add));
        return collected.filtered(filter.anomalies());
    }

    List<Kind> kinds() {
        return anomalies.stream().map(Anomaly::kind).toList();
    }

    private static final class Collected {
        private final StreamGrammar grammar = new StreamGrammar();
        private final StringBuilder content = new StringBuilder();
        private final StringBuilder reasoning = new StringBuilder();
        private final StringBuilder order = new StringBuilder();
        private final List<String> names = new ArrayList<>();
        private final List<StringBuilder> arguments = new ArrayList<>();
        private FinishReason reason = FinishReason.STOP;

        void add(StreamEvent event) {
            grammar.objection(event).ifPresent(objection -> {
                throw new AssertionError(objection);
            });
            switch (event) {
                case TextDelta(String text) -> {
                    part('T');
                    content.append(text);
                }
                case ReasoningDelta(String text) -> {
                    part('R');
                    reasoning.append(text);
                }
                case ReasoningSignature _ -> order.append('S');
                case ToolCallStart(int _, String _, String name) -> {
                    order.append('C');
                    names.add(name);
                    arguments.add(new StringBuilder());
                }
                case ToolCallArgs(int index, String fragment) ->
                    arguments.get(index).append(fragment);
                case Finish(FinishReason why, var _) -> reason = why;
                case Start _, RedactedReasoning _, ToolCallEnd _, Usage _, Failure _ -> {}
            }
        }

        private void part(char letter) {
            if (order.isEmpty() || order.charAt(order.length() - 1) != letter) {
                order.append(letter);
            }
        }

        FilteredAnswer filtered(List<Anomaly> anomalies) {
            List<Call> calls = new ArrayList<>();
            for (int index = 0; index < names.size(); index++) {
                calls.add(new Call(names.get(index), arguments.get(index).toString()));
            }
            return new FilteredAnswer(
                    content.toString(), reasoning.toString(), calls, order.toString(), reason, anomalies);
        }
    }
}
