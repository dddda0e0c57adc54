package dev.throughline.run.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A page of runs, newest first.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "A page of runs, newest first.")
record RunPage(
        List<RunView> runs,

        @Schema(description = "Value of cursor for the next page; absent on the last.") @Nullable
        String next) {
    /// @param found one more than the limit if there are more
    static RunPage of(List<RunView> found, int limit) {
        if (found.size() <= limit) {
            return new RunPage(found, null);
        }
        return new RunPage(found.subList(0, limit), found.get(limit - 1).id());
    }
}
