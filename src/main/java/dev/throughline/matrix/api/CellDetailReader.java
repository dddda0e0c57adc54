package dev.throughline.matrix.api;

import dev.throughline.access.Caller;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.store.ClaimCatalog;
import dev.throughline.run.lifecycle.RunStore;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Adds claims to cells, and whether their runs can be shown: one statement, however many cells there are.
@ApplicationScoped
public class CellDetailReader {
    private final ClaimCatalog claims;
    private final RunStore runStore;

    CellDetailReader(ClaimCatalog claims, RunStore runStore) {
        this.claims = claims;
        this.runStore = runStore;
    }

    /// @param caller the reader; a run that it may not see is not named
    /// @param isOwn whether they count for the caller alone
    /// @param api URL of `/api/v1`
    Uni<List<MatrixCell>> of(List<Cell> cells, Caller caller, boolean isOwn, String api) {
        Stream<String> latest =
                cells.stream().filter(cell -> isHere(cell.origin())).map(Cell::latestRun);
        return shown(latest, caller)
                .map(shown -> cells.stream()
                        .map(cell -> MatrixCell.of(cell, claims.list(), shown.contains(cell.latestRun()), isOwn, api))
                        .toList());
    }

    /// The runs that the caller may see.
    Uni<Set<String>> shown(List<Vote> votes, Caller caller) {
        return shown(votes.stream().filter(vote -> isHere(vote.origin())).map(Vote::run), caller);
    }

    private Uni<Set<String>> shown(Stream<String> runs, Caller caller) {
        List<String> ids = runs.distinct().toList();
        return ids.isEmpty() ? Uni.createFrom().item(Set.of()) : runStore.shown(ids, caller.seesOnly());
    }

    private static boolean isHere(Vote.Origin origin) {
        return origin != Vote.Origin.PROJECT;
    }
}
