package dev.throughline.trace;

import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// How a request treated the reasoning of earlier answers, reported to its client immediately.
///
/// Reasoning that had to be returned decides; optional reasoning counts only if it was returned. An answer
/// that is completely absent from the request (compaction) lost nothing.
///
/// @param state the worst over the turns
/// @param turns user turns, from 1: for EXACT all that were checked, for MODIFIED and MISSING those affected
public record Preservation(State state, SortedSet<Integer> turns) {
    /// The name of the response header.
    public static final String HEADER = "x-throughline-preservation";

    /// Maximum number of turns in a header; longer headers are rejected by some clients.
    static final int MOST_TURNS = 50;

    public Preservation {
        turns = Collections.unmodifiableSortedSet(new TreeSet<>(turns));
    }

    /// The state of the reasoning, from best to worst.
    public enum State {
        /// No reasoning of an earlier answer had to be returned.
        NOT_APPLICABLE("n/a"),
        EXACT("exact"),
        /// It is present, but changed: other bytes, another field, another order, another proof.
        MODIFIED("modified"),
        MISSING("missing");

        private final String word;

        State(String word) {
            this.word = word;
        }

        /// The worse of two.
        static State worse(State some, State other) {
            return some.compareTo(other) < 0 ? other : some;
        }

        /// Its wire form: `exact`, `modified`, `missing`, `n/a`.
        public String word() {
            return word;
        }
    }

    /// @param history the history that the request was traced with
    public static Preservation of(TraceResult traceResult, RunHistory history) {
        if (traceResult.isContinued()) {
            return of(traceResult.settled().orElseThrow().reasoning());
        }
        Map<Integer, TracedExchange> answers = history.exchanges().stream()
                .collect(Collectors.toMap(TracedExchange::number, exchange -> exchange, (some, _) -> some));
        return of(traceResult.observations(), answers);
    }

    /// @param answers by their numbers, at least those that were observed
    public static Preservation of(List<Observation> observations, Map<Integer, TracedExchange> answers) {
        return of(ReasoningTurns.of(observations, answers));
    }

    private static Preservation of(ReasoningTurns reasoning) {
        SortedSet<Integer> affected = new TreeSet<>(reasoning.modified());
        affected.addAll(reasoning.missing());
        if (affected.isEmpty()) {
            return new Preservation(
                    reasoning.exact().isEmpty() ? State.NOT_APPLICABLE : State.EXACT, new TreeSet<>(reasoning.exact()));
        }
        return new Preservation(reasoning.missing().isEmpty() ? State.MODIFIED : State.MISSING, affected);
    }

    /// The state of one item; empty if it does not count.
    /// @param items of its answer
    public static Optional<State> stateOf(Observation observation, List<PlantedItem> items) {
        return counts(observation, items) ? Optional.of(state(observation.sighting())) : Optional.empty();
    }

    /// The header's value, such as `exact; turns=1,2` or `n/a`; a list of more than fifty turns ends with `...`.
    public String header() {
        return turns.isEmpty() ? state.word : state.word + "; turns=" + list(turns);
    }

    /// The same if something was lost or changed.
    public Optional<String> loss() {
        return switch (state) {
            case NOT_APPLICABLE, EXACT -> Optional.empty();
            case MODIFIED, MISSING -> Optional.of(header());
        };
    }

    private static boolean counts(Observation observation, List<PlantedItem> items) {
        Sighting seen = observation.sighting();
        return seen.turnPresent()
                && observation.ordinal() < items.size()
                && items.get(observation.ordinal()).category() == Category.THINK
                && (observation.due() == Due.MUST || state(seen) != State.MISSING);
    }

    private static State state(Sighting seen) {
        boolean isGone = seen.place() == Place.NOWHERE || seen.text() == TextMatch.NONE;
        if (isGone) {
            return State.MISSING;
        }
        boolean isInPlace = seen.place() == Place.OWN || seen.place() == Place.REFERENCE;
        boolean isProven = seen.signature() == SignatureMatch.SAME || seen.signature() == SignatureMatch.NOT_ISSUED;
        boolean isWhole = seen.text() == TextMatch.EXACT && seen.inOrder() && seen.copies() < 2;
        return isInPlace && isProven && isWhole ? State.EXACT : State.MODIFIED;
    }

    private static String list(Collection<Integer> turns) {
        String most = turns.stream().limit(MOST_TURNS).map(String::valueOf).collect(Collectors.joining(","));
        return turns.size() <= MOST_TURNS ? most : most + ",...";
    }
}
