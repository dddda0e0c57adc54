package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import java.util.Optional;

/// Judges one observation: a pure function from facts to an outcome and its reason.
public final class OutcomeRules {
    private OutcomeRules() {}

    /// An outcome and its reason as text; EXACT needs none.
    public record Judged(Outcome outcome, Optional<String> reason) {
        static Judged of(Outcome outcome, String reason) {
            return new Judged(outcome, Optional.of(reason));
        }
    }

    /// @param siblingsSeen whether another block of the same kind and answer was returned
    public static Judged of(PlantedItem item, Observation observation, boolean siblingsSeen) {
        Sighting seen = observation.sighting();
        if (!seen.turnPresent()) {
            return Judged.of(Outcome.TURN_ABSENT, "the whole answer is not in the request");
        }
        return switch (seen.place()) {
            case REFERENCE -> Judged.of(Outcome.REFERENCED, "named by its id");
            case NOWHERE -> missing(item, siblingsSeen);
            case ELSEWHERE -> Judged.of(Outcome.MOVED, "found at " + seen.path() + " instead of its own field");
            case ALIAS ->
                Judged.of(Outcome.RENAMED, item.field() + " came back as " + seen.field() + " at " + seen.path());
            case BESIDE_EMPTY ->
                Judged.of(
                        Outcome.SHADOWED,
                        item.field() + " is empty, " + seen.field() + " at " + seen.path() + " holds the text");
            case OWN -> own(item, seen);
        };
    }

    private static Judged missing(PlantedItem item, boolean siblingsSeen) {
        return siblingsSeen && item.category() == Category.THINK
                ? Judged.of(Outcome.PARTIAL, "other reasoning blocks of the answer are present, this one is not")
                : Judged.of(Outcome.MISSING, "the answer is in the request, this is not");
    }

    private static Judged own(PlantedItem item, Sighting seen) {
        String at = " at " + seen.path();
        String difference = seen.difference().orElse("it differs");
        String moved = seen.inOrder() ? at : at + ", and it is in a different order than issued";
        return switch (seen.text()) {
            // Another order breaks more than trimmed ends.
            case TRIMMED ->
                seen.inOrder()
                        ? Judged.of(Outcome.TRIMMED, difference + at)
                        : Judged.of(Outcome.REORDERED, "is in a different order than issued, and trimmed" + at);
            case TRUNCATED -> Judged.of(Outcome.TRUNCATED, difference + moved);
            case CHANGED -> Judged.of(Outcome.MODIFIED, difference + moved);
            case NONE ->
                item.category() == Category.TOOL_OUT
                        ? Judged.of(Outcome.NOT_DUE, difference + at + ": the tool did not run")
                        : Judged.of(Outcome.MISSING, "its field is there without it" + at);
            case EXACT -> exact(item, seen, at);
        };
    }

    private static Judged exact(PlantedItem item, Sighting seen, String at) {
        if (seen.copies() > 1) {
            String copy = seen.difference().map(which -> "; " + which).orElse("");
            return Judged.of(Outcome.DUPLICATED, "it is there %d times, first%s%s".formatted(seen.copies(), at, copy));
        }
        if (!seen.inOrder()) {
            return Judged.of(Outcome.REORDERED, seen.difference().orElse("out of order") + at);
        }
        return switch (seen.signature()) {
            case GONE -> Judged.of(Outcome.SIGNATURE_LOST, "the text is unchanged, its signature is missing" + at);
            case CHANGED -> Judged.of(Outcome.SIGNATURE_ALTERED, "the text is unchanged, its signature is not" + at);
            case SAME, NOT_ISSUED -> new Judged(Outcome.EXACT, seen.difference());
        };
    }
}
