package dev.throughline.harness.probe;

import java.util.List;
import java.util.stream.Stream;

/// The contents of a server's answers in one dialect.
///
/// @param whole fields that carried reasoning in complete answers
/// @param streamed the same in streams
/// @param hasCalled whether any answer called the tool
/// @param answers number of answers read
/// @param calls how many of its calls were valid
record EmissionEvidence(List<String> whole, List<String> streamed, boolean hasCalled, int answers, CallTally calls) {
    /// Reasoning in the content, between its markers.
    static final String TAGS = ReasoningPlacement.THINK_TAGS.label();
    /// Reasoning in the content, with its opener already in the prompt.
    static final String CLOSER_ONLY = "content before a lone </think>";

    EmissionEvidence {
        whole = List.copyOf(whole);
        streamed = List.copyOf(streamed);
    }

    List<String> fields() {
        return Stream.concat(whole.stream(), streamed.stream()).distinct().toList();
    }

    /// The value of the setting `reasoning-in`.
    String reasoningIn() {
        List<String> all = fields();
        if (all.contains(TAGS)) {
            return "inline";
        }
        if (all.contains(CLOSER_ONLY)) {
            return "prefilled";
        }
        return all.isEmpty() ? "auto" : "parsed";
    }

    /// Where an answer carried reasoning, including tags in its content.
    static List<String> places(ProbeAnswer answer) {
        Stream<String> inContent = answer.content().contains("<think>")
                ? Stream.of(TAGS)
                : answer.content().contains("</think>") ? Stream.of(CLOSER_ONLY) : Stream.empty();
        return Stream.concat(answer.fields().stream(), inContent).toList();
    }
}
