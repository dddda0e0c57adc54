package dev.throughline.run.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.verdict.ItemVerdict;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.OutcomeSpan;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The outcome of one item in one scope.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "The outcome of one item in one scope, the worst over all requests that had to carry it.")
public record ReportedItem(
        Category category,

        @Schema(description = "The trace token, or the call id; # and the item's place for others of a real backend.")
        String token,

        @Schema(description = "User turn of the answer that planted it.")
        int turn,

        @Schema(description = "The exchange whose answer planted it.")
        int exchange,

        @Schema(description = "Its place among the items of that answer, from 0.")
        int ordinal,

        Scope scope,
        Due due,
        Outcome outcome,

        @Schema(description = "The request in which the outcome was observed.")
        int observedIn,

        @Schema(description = "The last request that still carried it exactly.") @Nullable
        Integer lastSeenIn,

        @Schema(description = "JSON pointer in the observing request.") @Nullable
        String path,

        @Schema(description = "What differs and where.") @Nullable
        String reason,

        @Schema(description = "Every outcome in the order of the requests; absent if all had the same.") @Nullable
        List<ReportedChange> changes) {
    static ReportedItem of(ItemVerdict verdict) {
        return new ReportedItem(
                verdict.category(),
                name(verdict),
                verdict.turn(),
                verdict.exchange(),
                verdict.ordinal(),
                verdict.scope(),
                verdict.due(),
                verdict.outcome(),
                verdict.observedIn(),
                verdict.lastSeenIn().isPresent() ? verdict.lastSeenIn().getAsInt() : null,
                verdict.path().isEmpty() ? null : verdict.path(),
                verdict.reason().orElse(null),
                verdict.changes().isEmpty()
                        ? null
                        : verdict.changes().stream().map(ReportedChange::of).toList());
    }

    /// The token, or the item's position for an answer of a real backend, which has no token.
    static String name(ItemVerdict verdict) {
        return verdict.token().isEmpty() ? "#" + verdict.exchange() + "." + verdict.ordinal() : verdict.token();
    }

    /// Consecutive requests in which an item had the same outcome.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(description = "The outcome of an item in consecutive requests that had to carry it.")
    public record ReportedChange(
            Outcome outcome,

            @Schema(description = "The first of these requests.")
            int from,

            @Schema(description = "The last of these requests.")
            int to,

            @Schema(description = "What differs and where, in the first of them.") @Nullable
            String reason) {
        static ReportedChange of(OutcomeSpan span) {
            return new ReportedChange(
                    span.outcome(), span.from(), span.to(), span.reason().orElse(null));
        }

        /// `MISSING in requests 5 to 6`.
        @Override
        public String toString() {
            return outcome + (from == to ? " in request " + from : " in requests " + from + " to " + to);
        }
    }
}
