package dev.throughline.matrix.api;

import dev.throughline.access.Caller;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.api.MatrixCell.RunEvidence;
import dev.throughline.matrix.store.ClaimCatalog;
import dev.throughline.matrix.store.VoteStore;
import dev.throughline.run.lifecycle.RunStore;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Adds claims and the origins of runs to cells: two statements, however many cells there are.
@ApplicationScoped
public class CellDetailReader {
    private final ClaimCatalog claims;
    private final VoteStore voteStore;
    private final RunStore runStore;

    CellDetailReader(ClaimCatalog claims, VoteStore voteStore, RunStore runStore) {
        this.claims = claims;
        this.voteStore = voteStore;
        this.runStore = runStore;
    }

    /// @param caller the reader; a run that it may not see is not named
    /// @param api URL of `/api/v1`
    public Uni<List<MatrixCell>> of(List<Cell> cells, Caller caller, String api) {
        return of(cells, caller, false, api);
    }

    /// @param isOwn whether they count for the caller alone
    Uni<List<MatrixCell>> of(List<Cell> cells, Caller caller, boolean isOwn, String api) {
        if (cells.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        Set<String> latest = Set.copyOf(cells.stream().map(Cell::latestRun).toList());
        return evidence(latest, caller)
                .map(evidence -> shown(cells, claims.about(products(cells)), evidence, isOwn, api));
    }

    /// Where runs were measured and whether they can be shown.
    Uni<Map<String, RunEvidence>> evidence(Collection<String> ids, Caller caller) {
        return Uni.combine()
                .all()
                .unis(voteStore.origins(ids), runStore.shown(ids, caller.seesOnly()))
                .with((origins, kept) -> ids.stream()
                        .distinct()
                        .collect(Collectors.toMap(
                                Function.identity(),
                                id -> new RunEvidence(
                                        Optional.ofNullable(origins.get(id)), isHere(origins, kept, id)))));
    }

    private static boolean isHere(Map<String, Vote.Origin> origins, Set<String> kept, String id) {
        return kept.contains(id) && origins.get(id) != Vote.Origin.PROJECT;
    }

    private static List<MatrixCell> shown(
            List<Cell> cells, List<Claim> reported, Map<String, RunEvidence> evidence, boolean isOwn, String api) {
        return cells.stream()
                .map(cell -> MatrixCell.of(
                        cell, reported, evidence.getOrDefault(cell.latestRun(), RunEvidence.NONE), isOwn, api))
                .toList();
    }

    private static List<String> products(List<Cell> cells) {
        return cells.stream()
                .map(Cell::key)
                .flatMap(key -> Stream.of(key.client(), key.gateway(), key.backend()))
                .flatMap(Optional::stream)
                .map(Versioned::product)
                .distinct()
                .toList();
    }
}
