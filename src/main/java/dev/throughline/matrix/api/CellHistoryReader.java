package dev.throughline.matrix.api;

import dev.throughline.access.Caller;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.VoteCursor;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemException;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.QuotedValue;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads the runs of a cell over time.
@ApplicationScoped
public class CellHistoryReader {
    private final Matrix matrix;
    private final CellDetailReader shown;

    CellHistoryReader(Matrix matrix, CellDetailReader shown) {
        this.matrix = matrix;
        this.shown = shown;
    }

    /// Fails with a problem if there is no such cell.
    /// @param caller a run that it may not see is not named
    /// @param api URL of `/api/v1`
    public Uni<CellHistory> read(String id, Optional<VoteCursor> after, int most, Caller caller, String api) {
        return matrix.now()
                .map(now -> now.cell(id).orElseThrow(() -> noCell(id)))
                .chain(cell -> history(cell, after, most, caller, api));
    }

    private Uni<CellHistory> history(Cell cell, Optional<VoteCursor> after, int most, Caller caller, String api) {
        Uni<MatrixCell> head = shown.of(List.of(cell), caller, false, api).map(List::getFirst);
        Uni<List<Vote>> said = matrix.votes(cell.key(), after, most + 1);
        return Uni.combine()
                .all()
                .unis(head, said)
                .asTuple()
                .chain(both -> shown.shown(both.getItem2(), caller)
                        .map(runs -> page(both.getItem1(), both.getItem2(), most, runs, api)));
    }

    private static CellHistory page(MatrixCell cell, List<Vote> found, int most, Set<String> shown, String api) {
        List<Vote> some = found.subList(0, Math.min(most, found.size()));
        List<CellRun> runs = some.stream()
                .filter(vote -> vote.capabilities().containsKey(cell.capability()))
                .map(vote ->
                        CellRun.of(vote, vote.capabilities().get(cell.capability()), shown.contains(vote.run()), api))
                .toList();
        return new CellHistory(
                cell, runs, found.size() > most ? VoteCursor.of(some.getLast()).text() : null);
    }

    private static ProblemException noCell(String id) {
        return Problem.of(
                        ProblemType.NOT_FOUND,
                        "There is no cell " + QuotedValue.of(id) + "; GET " + MatrixPaths.MATRIX + " lists them.")
                .exception();
    }
}
