package dev.throughline.trace;

import dev.throughline.trace.Preservation.State;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How a request treated the reasoning of each user turn: the worst outcome of its blocks.
///
/// A turn without reasoning that counts, see `Preservation`, is in no list.
///
/// @param exact user turns, from 1, in ascending order
/// @param modified the same
/// @param missing the same
public record ReasoningTurns(List<Integer> exact, List<Integer> modified, List<Integer> missing) {
    /// No turn has reasoning.
    public static final ReasoningTurns NONE = new ReasoningTurns(List.of(), List.of(), List.of());

    public ReasoningTurns {
        exact = List.copyOf(exact);
        modified = List.copyOf(modified);
        missing = List.copyOf(missing);
    }

    /// @param answers by their numbers, at least those that were observed
    public static ReasoningTurns of(Collection<Observation> observations, Map<Integer, TracedExchange> answers) {
        Map<Integer, State> byTurn = new HashMap<>();
        for (Observation observation : observations) {
            TracedExchange answer = answers.get(observation.exchange());
            if (answer != null) {
                Preservation.stateOf(observation, answer.items())
                        .ifPresent(state -> byTurn.merge(answer.link().turn(), state, State::worse));
            }
        }
        return of(byTurn);
    }

    private static ReasoningTurns of(Map<Integer, State> byTurn) {
        return new ReasoningTurns(
                turns(byTurn, State.EXACT), turns(byTurn, State.MODIFIED), turns(byTurn, State.MISSING));
    }

    private static List<Integer> turns(Map<Integer, State> byTurn, State state) {
        return byTurn.entrySet().stream()
                .filter(turn -> turn.getValue() == state)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /// These turns and others; of a turn in both, the worse.
    public ReasoningTurns with(ReasoningTurns others) {
        Map<Integer, State> byTurn = byTurn();
        others.byTurn().forEach((turn, state) -> byTurn.merge(turn, state, State::worse));
        return of(byTurn);
    }

    /// These turns but for one.
    public ReasoningTurns without(int turn) {
        Map<Integer, State> byTurn = byTurn();
        byTurn.remove(turn);
        return of(byTurn);
    }

    /// The first turns of each list, as many as decide what `Preservation` reports.
    ReasoningTurns bounded() {
        return new ReasoningTurns(first(exact), first(modified), first(missing));
    }

    private static List<Integer> first(List<Integer> turns) {
        return turns.subList(0, Math.min(turns.size(), Preservation.MOST_TURNS + 1));
    }

    private Map<Integer, State> byTurn() {
        Map<Integer, State> byTurn = new HashMap<>();
        exact.forEach(turn -> byTurn.put(turn, State.EXACT));
        modified.forEach(turn -> byTurn.put(turn, State.MODIFIED));
        missing.forEach(turn -> byTurn.put(turn, State.MISSING));
        return byTurn;
    }
}
