package dev.throughline.harness.probe.dialect;

import java.util.ArrayList;
import java.util.List;

/// A history written by the probe, with the reasoning that it contains.
public record Planted(List<Said> history, List<String> reasoning) {
    public Planted {
        history = List.copyOf(history);
        reasoning = List.copyOf(reasoning);
    }

    /// The same history with its reasoning in the first user message, where every template shows it.
    public List<Said> inUserText() {
        List<Said> moved = new ArrayList<>();
        moved.add(new Said.User(((Said.User) history.getFirst()).text() + "\n" + String.join("\n", reasoning)));
        history.stream().skip(1).map(Planted::withoutReasoning).forEach(moved::add);
        return moved;
    }

    private static Said withoutReasoning(Said said) {
        return said instanceof Said.Assistant(String reasoning, String signature, String text, List<Said.Call> calls)
                ? new Said.Assistant("", "", text, calls)
                : said;
    }
}
