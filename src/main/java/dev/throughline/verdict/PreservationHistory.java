package dev.throughline.verdict;

import dev.throughline.trace.ItemPosition;
import dev.throughline.trace.Observation;
import dev.throughline.trace.ObservationChanges;
import dev.throughline.trace.ObservationHistory;
import dev.throughline.trace.Preservation;
import dev.throughline.trace.Preservation.State;
import dev.throughline.trace.TracedExchange;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// How a run's requests treated the reasoning of earlier answers, read in their order.
///
/// Each request is read by what it changed since the one that it continues, so that a conversation that is kept
/// whole costs what is new in it. The result is that of `Preservation.of` over all observations of the request.
public final class PreservationHistory {
    private final RunOutline outline;
    private final Map<Integer, Branch> branches = new HashMap<>();

    public PreservationHistory(RunOutline outline) {
        this.outline = outline;
    }

    /// @param request one of the run, later than those before
    /// @param answers by number, at least those that it made observations of
    public Preservation of(TracedExchange request, Map<Integer, IssuedAnswer> answers) {
        Branch known = branches.remove(request.link().parent().orElse(0));
        Optional<ObservationChanges> changes =
                ObservationHistory.changes(request.observations()).filter(one -> known != null && !one.isWhole());
        Branch branch = known == null || changes.isEmpty() ? new Branch() : known;
        changes.ifPresentOrElse(
                one -> {
                    one.ended().forEach(branch::remove);
                    one.made().forEach(observation -> put(branch, observation, answers));
                },
                () -> request.observations().forEach(observation -> put(branch, observation, answers)));
        if (outline.continuations(request.number()) > 0) {
            branches.put(request.number(), branch);
        }
        return branch.preservation();
    }

    private static void put(Branch branch, Observation observation, Map<Integer, IssuedAnswer> answers) {
        branch.remove(observation.item());
        IssuedAnswer answer = answers.get(observation.exchange());
        if (answer != null) {
            Preservation.stateOf(observation, answer.items())
                    .ifPresent(state -> branch.put(observation.item(), new TurnState(answer.turn(), state)));
        }
    }

    private record TurnState(int turn, State state) {}

    /// How the latest request of a branch treats the reasoning that counts.
    private static final class Branch {
        private final Map<ItemPosition, TurnState> byItem = new HashMap<>();
        private final SortedMap<Integer, int[]> byTurn = new TreeMap<>();

        void put(ItemPosition item, TurnState seen) {
            byItem.put(item, seen);
            byTurn.computeIfAbsent(seen.turn(), _ -> new int[State.values().length])[
                    seen.state().ordinal()]++;
        }

        void remove(ItemPosition item) {
            TurnState before = byItem.remove(item);
            if (before != null) {
                int[] states = byTurn.getOrDefault(before.turn(), new int[State.values().length]);
                states[before.state().ordinal()]--;
                if (Arrays.stream(states).allMatch(count -> count == 0)) {
                    byTurn.remove(before.turn());
                }
            }
        }

        Preservation preservation() {
            State worst = State.NOT_APPLICABLE;
            SortedSet<Integer> affected = new TreeSet<>();
            for (Map.Entry<Integer, int[]> turn : byTurn.entrySet()) {
                State state = worst(turn.getValue());
                if (state != State.EXACT) {
                    affected.add(turn.getKey());
                }
                worst = state.compareTo(worst) > 0 ? state : worst;
            }
            return new Preservation(worst, worst == State.EXACT ? new TreeSet<>(byTurn.keySet()) : affected);
        }

        private static State worst(int[] states) {
            int worst = states.length - 1;
            while (worst > 0 && states[worst] == 0) {
                worst--;
            }
            return State.values()[worst];
        }
    }
}
