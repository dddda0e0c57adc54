package dev.throughline.harness.probe;

import dev.throughline.harness.probe.dialect.ProbeAnswer;
import dev.throughline.harness.probe.dialect.ServerDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Detects raw chat template markup in answers.
final class MarkupLeakCheck {
    private static final List<String> THINK = List.of("<think>", "</think>");
    private static final List<String> CALL =
            List.of("<tool_call>", "</tool_call>", "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>");
    private static final List<String> ROLE = List.of(
            "<|user|>",
            "<|assistant|>",
            "<|observation|>",
            "<|system|>",
            "<|endoftext|>",
            "[gMASK]",
            "<sop>",
            "<|im_start|>",
            "<|im_end|>");
    private static final Map<FindingKind, List<String>> ALL = Map.of(
            FindingKind.THINK_TAGS_LEAK, THINK,
            FindingKind.CALL_MARKUP_LEAKS, CALL,
            FindingKind.ROLE_MARKER_LEAKS, ROLE);

    private MarkupLeakCheck() {}

    /// One finding per kind of markup and place.
    static List<Finding> in(ServerDialect dialect, ProbeAnswer answer) {
        List<Finding> found = new ArrayList<>();
        look(dialect, "content", answer.content(), found);
        answer.reasoning().forEach((field, text) -> look(dialect, field, text, found));
        answer.calls().forEach(call -> look(dialect, "tool call arguments", call.arguments(), found));
        return found;
    }

    private static void look(ServerDialect dialect, String place, String text, List<Finding> found) {
        ALL.forEach((kind, markers) -> {
            List<String> there = markers.stream().filter(text::contains).toList();
            if (!there.isEmpty()) {
                found.add(Finding.in(dialect, kind, "raw " + String.join(" ", there) + " in " + place));
            }
        });
    }
}
