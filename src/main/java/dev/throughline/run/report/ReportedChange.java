package dev.throughline.run.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.OutcomeSpan;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// Consecutive requests in which an item had the same outcome.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "The outcome of an item in consecutive requests that had to carry it.")
public record ReportedChange(
        Outcome outcome,

        @Schema(description = "The first of these requests.")
        int from,

        @Schema(description = "The last of these requests.") int to,

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
