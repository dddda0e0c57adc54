package dev.throughline.matrix.store;

import dev.throughline.access.KeyId;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellIdDigest;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.CellPage;
import dev.throughline.matrix.CellPage.Cursor;
import dev.throughline.matrix.CellRules;
import dev.throughline.matrix.Vote;
import dev.throughline.store.StatementRunner;
import dev.throughline.verdict.Capability;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Reads the cells of what a key measured for itself, without the scope to measure for others. They are not
/// stored: each page is computed from its evidence on request.
@ApplicationScoped
public class OwnCells {
    /// Maximum number of combinations on a page; each has a cell for every capability.
    private static final int MOST_KEYS = 100;

    private static final String ORDER = "client, client_version DESC, cell_key";
    private static final String PAGE = """
            WITH own AS (SELECT DISTINCT client, client_version, cell_key FROM evidence%s ORDER BY %s LIMIT %s)
            SELECT v.* FROM own k CROSS JOIN LATERAL (
                SELECT %s FROM evidence e WHERE e.owner = $1 AND e.cell_key = k.cell_key
                ORDER BY e.sealed DESC, e.run_id LIMIT %d) v
            ORDER BY k.client, k.client_version DESC, k.cell_key, v.sealed DESC, v.run_id""";

    private final StatementRunner statementRunner;

    OwnCells(StatementRunner statementRunner) {
        this.statementRunner = statementRunner;
    }

    /// Cells by client, then by the text of its version; a page may have fewer cells than its limit.
    /// @param owner the key that measured
    /// @param after where the previous page ended
    public Uni<CellPage> find(KeyId owner, CellFilter filter, Optional<Cursor> after, int limit) {
        int keys = Math.clamp(limit / Capability.values().length, 1, MOST_KEYS);
        CellConditions cellConditions = new CellConditions().add("owner = %s", owner.value());
        cellConditions.addKey(new CellFilter(
                filter.axes(), Set.of(), Set.of(), filter.product(), Optional.empty(), filter.hasTraffic()));
        after.ifPresent(place -> cellConditions.after(place, "client_version", "cell_key"));
        String sql = PAGE.formatted(
                cellConditions.where(), ORDER, cellConditions.parameter(keys + 1), VoteStore.COLUMNS, CellRules.WINDOW);
        return statementRunner
                .run(sql, cellConditions.values(), VoteStore::read)
                .map(votes -> page(votes, filter, keys));
    }

    private static CellPage page(List<Vote> votes, CellFilter filter, int keys) {
        Map<CellKey, List<Vote>> said =
                votes.stream().collect(Collectors.groupingBy(Vote::key, LinkedHashMap::new, Collectors.toList()));
        List<CellKey> shown = said.keySet().stream().limit(keys).toList();
        List<Cell> cells = shown.stream()
                .flatMap(key -> CellRules.cells(key, Objects.requireNonNull(said.get(key))).stream())
                .filter(filter::accepts)
                .toList();
        return new CellPage(cells, said.size() > keys ? Optional.of(place(shown.getLast())) : Optional.empty());
    }

    private static Cursor place(CellKey key) {
        return new Cursor(
                key.client().map(Versioned::product).orElse(""),
                key.client().map(Versioned::version).orElse(""),
                CellIdDigest.of(key));
    }
}
