package dev.throughline.run.report;

import dev.throughline.run.RunTally;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/// One request's treatment of the reasoning of earlier answers; matches its `x-throughline-preservation` header.
/// @param turns user turns, from 1: all for `exact`, those affected for `modified` and `missing`
@Schema(description = "What one request did with the reasoning of earlier answers, before anything was restored.")
public record RequestPreservation(
        @Schema(description = "Number of the exchange whose request it is.")
        int exchange,

        @Schema(enumeration = {"exact", "modified", "missing"})
        String state,

        @Schema(description = "User turns: all that were checked for exact, else those affected.")
        List<Integer> turns) {
    public RequestPreservation {
        turns = List.copyOf(turns);
    }

    static RequestPreservation of(RunTally.Preserved found) {
        return new RequestPreservation(found.exchange(), found.state().word(), found.turns());
    }
}
