package dev.throughline.run.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A page of a run's exchanges, by number.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "A page of exchanges of a run, by number.")
record ExchangePage(
        List<ExchangeView> exchanges,

        @Schema(description = "Value of after for the next page; absent on the last.") @Nullable
        Integer next) {
    /// @param found one more than the limit if there are more
    static ExchangePage of(List<ExchangeView> found, int limit) {
        if (found.size() <= limit) {
            return new ExchangePage(found, null);
        }
        return new ExchangePage(found.subList(0, limit), found.get(limit - 1).number());
    }
}
