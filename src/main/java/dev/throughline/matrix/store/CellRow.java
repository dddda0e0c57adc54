package dev.throughline.matrix.store;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.Cell.Flag;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.Map;

/// The part of a row of `cell` that is not in the rows of its evidence, as JSON with the column names. Its
/// axes are those of its latest run.
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record CellRow(
        String cellId,
        Capability capability,
        String clientOrder,
        String backendOrder,
        Status status,
        Status withinTurn,
        Status acrossTurns,
        boolean isFlaky,
        Confidence confidence,
        Map<Status, Integer> counts,
        int votes,
        String latestRun,
        Instant firstMeasured,
        Instant lastMeasured) {
    static CellRow of(Cell cell, String clientOrder, String backendOrder) {
        return new CellRow(
                cell.id(),
                cell.capability(),
                clientOrder,
                backendOrder,
                cell.status(),
                cell.withinTurn(),
                cell.acrossTurns(),
                cell.flags().contains(Flag.FLAKY),
                cell.confidence(),
                cell.counts(),
                cell.votes(),
                cell.latestRun(),
                cell.firstMeasured(),
                cell.lastMeasured());
    }
}
