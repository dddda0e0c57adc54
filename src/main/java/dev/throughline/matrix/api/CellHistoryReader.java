package dev.throughline.matrix.api;

import dev.throughline.access.Caller;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.VoteCursor;
import dev.throughline.matrix.api.MatrixCell.RunEvidence;
import dev.throughline.matrix.store.CellStore;
import dev.throughline.matrix.store.VoteStore;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemException;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.QuotedValue;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the runs of a cell over time.
@ApplicationScoped
public class CellHistoryReader {
    private final CellStore cellStore;
    private final VoteStore voteStore;
    private final CellDetailReader shown;

    CellHistoryReader(CellStore cellStore, VoteStore voteStore, CellDetailReader shown) {
        this.cellStore = cellStore;
        this.voteStore = voteStore;
        this.shown = shown;
    }

    /// Fails with a problem if there is no such cell.
    /// @param caller a run that it may not see is not named
    /// @param api URL of `/api/v1`
    public Uni<CellHistory> read(String id, Optional<VoteCursor> after, int most, Caller caller, String api) {
        return cellStore
                .get(id)
                .map(found -> found.orElseThrow(() -> noCell(id)))
                .chain(cell -> history(cell, after, most, caller, api));
    }

    private Uni<CellHistory> history(Cell cell, Optional<VoteCursor> after, int most, Caller caller, String api) {
        Uni<MatrixCell> head = shown.of(List.of(cell), caller, api).map(List::getFirst);
        Uni<List<Vote>> said = voteStore.ofCell(cell.id(), after, most + 1);
        return Uni.combine()
                .all()
                .unis(head, said)
                .asTuple()
                .chain(both -> shown.evidence(
                                both.getItem2().stream().map(Vote::run).toList(), caller)
                        .map(evidence -> page(both.getItem1(), both.getItem2(), most, evidence, api)));
    }

    private static CellHistory page(
            MatrixCell cell, List<Vote> found, int most, Map<String, RunEvidence> evidence, String api) {
        List<Vote> some = found.subList(0, Math.min(most, found.size()));
        List<CellRun> runs = some.stream()
                .filter(vote -> vote.capabilities().containsKey(cell.capability()))
                .map(vote -> CellRun.of(
                        vote,
                        vote.capabilities().get(cell.capability()),
                        evidence.getOrDefault(vote.run(), RunEvidence.NONE),
                        api))
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
