package dev.throughline.harness.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A history written by the probe, with the reasoning that it contains.
///
/// @param followers the text that follows each block in its answer; empty where it occurs elsewhere as well
public record PlantedHistory(List<ProbeTurn> history, List<String> reasoning, List<String> followers) {
    public PlantedHistory {
        history = List.copyOf(history);
        reasoning = List.copyOf(reasoning);
        followers = List.copyOf(followers);
    }

    /// The number of blocks that a prompt shows behind the text that must follow them.
    long behind(String prompt) {
        long behind = 0;
        int end = 0;
        for (int number = 0; number < reasoning.size(); number++) {
            int at = prompt.indexOf(reasoning.get(number), end);
            if (at < 0) {
                continue;
            }
            int next = number + 1 < reasoning.size() ? prompt.indexOf(reasoning.get(number + 1), at) : prompt.length();
            String follower = followers.get(number);
            int found = follower.isEmpty() ? -1 : prompt.indexOf(follower, end);
            if (found >= 0
                    && found < at
                    && prompt.substring(at, Math.max(at, next)).indexOf(follower) < 0) {
                behind++;
            }
            end = at + reasoning.get(number).length();
        }
        return behind;
    }

    /// The same history with its reasoning in the first user message, where every template shows it.
    public List<ProbeTurn> inUserText() {
        List<ProbeTurn> moved = new ArrayList<>();
        String question = ((ProbeTurn.User) history.getFirst()).text();
        moved.add(new ProbeTurn.User(question + "\n" + String.join("\n", reasoning) + "\n."));
        moved.addAll(changed(_ -> "").history().subList(1, history.size()));
        return moved;
    }

    /// The same history with the reasoning of its last answer only.
    PlantedHistory lastOnly() {
        return changed(block -> block.equals(reasoning.getLast()) ? block : "");
    }

    /// The same history with other reasoning.
    /// @param change what becomes of a block; empty for none
    PlantedHistory changed(UnaryOperator<String> change) {
        List<ProbeTurn> changed = history.stream()
                .map(probeTurn -> probeTurn instanceof ProbeTurn.Assistant said
                        ? new ProbeTurn.Assistant(
                                change.apply(said.reasoning()), said.signature(), said.text(), said.calls())
                        : probeTurn)
                .toList();
        return new PlantedHistory(changed, reasoning.stream().map(change).toList(), followers);
    }
}
