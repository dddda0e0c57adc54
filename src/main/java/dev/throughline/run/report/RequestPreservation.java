package dev.throughline.run.report;

import dev.throughline.trace.Preservation;
import dev.throughline.trace.TracedExchange;
import dev.throughline.verdict.PreservationHistory;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/// What one request did with the reasoning of earlier answers; matches its `x-throughline-preservation`
/// header.
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

    /// The requests that were required to return reasoning, by number.
    static List<RequestPreservation> of(List<TracedExchange> exchanges) {
        var history = new PreservationHistory(exchanges);
        return exchanges.stream()
                .map(exchange -> of(exchange.number(), history.of(exchange)))
                .filter(one -> !one.state().equals(Preservation.State.NOT_APPLICABLE.word()))
                .toList();
    }

    private static RequestPreservation of(int request, Preservation found) {
        return new RequestPreservation(request, found.state().word(), List.copyOf(found.turns()));
    }
}
