package dev.throughline.harness.probe;

import java.util.ArrayList;
import java.util.List;

/// A history written by the probe, with the reasoning that it contains.
public record PlantedHistory(List<ProbeTurn> history, List<String> reasoning) {
    public PlantedHistory {
        history = List.copyOf(history);
        reasoning = List.copyOf(reasoning);
    }

    /// The same history with its reasoning in the first user message, where every template shows it.
    public List<ProbeTurn> inUserText() {
        List<ProbeTurn> moved = new ArrayList<>();
        moved.add(
                new ProbeTurn.User(((ProbeTurn.User) history.getFirst()).text() + "\n" + String.join("\n", reasoning)));
        history.stream().skip(1).map(PlantedHistory::withoutReasoning).forEach(moved::add);
        return moved;
    }

    private static ProbeTurn withoutReasoning(ProbeTurn probeTurn) {
        return probeTurn
                        instanceof
                        ProbeTurn.Assistant(String reasoning, String signature, String text, List<ProbeTurn.Call> calls)
                ? new ProbeTurn.Assistant("", "", text, calls)
                : probeTurn;
    }
}
