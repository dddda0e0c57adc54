package dev.throughline.fuzz;

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
import java.util.List;

/// What an answer says in every dialect, whatever its form: one dialect has a place for proofs and sealed reasoning,
/// another has not; one keeps apart what another joins. White space does not count: a block of nothing else is left
/// out where an API refuses it.
record DialectNeutralAnswer(String reasoning, String text, String calls) {

    DialectNeutralAnswer withCalls(String others) {
        return new DialectNeutralAnswer(reasoning, text, others);
    }

    static DialectNeutralAnswer of(List<StreamEvent> events) {
        var reasoning = new StringBuilder();
        var text = new StringBuilder();
        var calls = new StringBuilder();
        for (StreamEvent event : events) {
            switch (event) {
                case ReasoningDelta(String more) -> reasoning.append(more);
                case TextDelta(String more) -> text.append(more);
                case ToolCallStart(int index, String id, String name) ->
                    calls.append('\n')
                            .append(index)
                            .append(' ')
                            .append(id)
                            .append(' ')
                            .append(name)
                            .append(' ');
                case ToolCallArgs(int _, String fragment) -> calls.append(fragment);
                case Start _,
                        ReasoningSignature _,
                        RedactedReasoning _,
                        ToolCallEnd _,
                        Usage _,
                        Finish _,
                        Failure _ -> {}
            }
        }
        return new DialectNeutralAnswer(
                HostileTexts.withoutLayout(reasoning), HostileTexts.withoutLayout(text), calls.toString());
    }
}
