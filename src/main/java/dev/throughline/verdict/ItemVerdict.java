package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/// The outcome of one item in one scope, the worst over all requests that had to carry it.
///
/// @param token the trace token, or the call id; empty for other items of a real backend's answer
/// @param turn user turn of the answer that contained it
/// @param exchange the answer that contained it
/// @param observedIn the request in which the outcome was observed
/// @param lastSeenIn the last request that still carried it exactly
/// @param path JSON pointer in the observing request: of what came back, else of the message; empty for none
/// @param field the wire field in which reasoning was issued; empty for other items
/// @param reason a description of what differs and where
/// @param changes every outcome in the order of the requests; empty if it was the same in all of them
public record ItemVerdict(
        Category category,
        String token,
        int turn,
        int exchange,
        int ordinal,
        Observation.Scope scope,
        Observation.Due due,
        Outcome outcome,
        int observedIn,
        OptionalInt lastSeenIn,
        String path,
        String field,
        Optional<String> reason,
        List<OutcomeSpan> changes) {
    public ItemVerdict {
        // A verdict that was stored without it.
        field = Objects.requireNonNullElse(field, "");
        changes = List.copyOf(changes);
    }

    /// Whether the item had to be returned and its turn was present.
    public boolean counts() {
        return due == Observation.Due.MUST
                && outcome != Outcome.TURN_ABSENT
                && outcome != Outcome.LEAKED
                && outcome != Outcome.NOT_DUE;
    }
}
