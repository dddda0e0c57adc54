package dev.throughline.matrix.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.matrix.Vote;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The result of one run for a cell.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "The result of one run for a cell.")
public record CellRun(
        @Schema(description = "Id of the run; absent when this service does not hold or show it.") @Nullable
        String run,

        @Schema(description = "Measured by this deployment or by the project.")
        Vote.Origin origin,

        Instant sealed,
        Status status,
        Status withinTurn,
        Status acrossTurns,

        @Schema(description = "Items that had to be returned and were observed.")
        int due,

        @Schema(description = "How many of them were returned exactly.")
        int exact,

        @Schema(description = "How often each other outcome occurred.")
        Map<Outcome, Integer> outcomes,

        @Schema(description = "Number of requests in the run.")
        int exchanges,

        @Nullable RunLinks links) {
    private static final int MOST_LINKS = 100;

    /// @param verdict the verdict on the cell's capability
    /// @param isShown whether the run is stored here and the reader may see it
    /// @param api URL of `/api/v1`
    public static CellRun of(Vote vote, CapabilityVerdict verdict, boolean isShown, String api) {
        return new CellRun(
                isShown ? vote.run() : null,
                vote.origin(),
                vote.sealed(),
                verdict.status(),
                verdict.withinTurn(),
                verdict.acrossTurns(),
                verdict.due(),
                verdict.exact(),
                new TreeMap<>(verdict.outcomes()),
                vote.exchanges(),
                isShown ? RunLinks.of(api + "/runs/" + vote.run(), vote.exchanges()) : null);
    }

    /// Links of a run; absolute.
    @Schema(description = "Links of a run; absolute.")
    public record RunLinks(
            String run,
            String report,

            @Schema(description = "Each exchange of the run, the first hundred at most.")
            List<String> exchanges) {
        static RunLinks of(String run, int exchanges) {
            return new RunLinks(
                    run,
                    run + "/report",
                    IntStream.rangeClosed(1, Math.min(MOST_LINKS, exchanges))
                            .mapToObj(number -> run + "/exchanges/" + number)
                            .toList());
        }
    }
}
