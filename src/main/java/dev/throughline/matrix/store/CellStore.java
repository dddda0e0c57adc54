package dev.throughline.matrix.store;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellPage;
import dev.throughline.matrix.CellPage.Cursor;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the cells of the matrix, with all their flags.
@ApplicationScoped
public class CellStore {
    // Skips from client to client, and from backend to backend, to the newest version of each.
    private static final String NEWEST = """
            WITH RECURSIVE client_at (client, client_order) AS (
                (SELECT client, client_order FROM cell WHERE client > ''%%3$s
                    ORDER BY client, client_order DESC LIMIT 1)
                UNION ALL SELECT n.* FROM client_at a CROSS JOIN LATERAL (
                    SELECT client, client_order FROM cell c WHERE c.client > a.client%%3$s
                    ORDER BY client, client_order DESC LIMIT 1) n
            ), check_at (backend, backend_order) AS (
                (SELECT backend, backend_order FROM cell WHERE client = ''%%3$s
                    ORDER BY backend, backend_order DESC LIMIT 1)
                UNION ALL SELECT n.* FROM check_at a CROSS JOIN LATERAL (
                    SELECT backend, backend_order FROM cell c WHERE client = '' AND c.backend > a.backend%%3$s
                    ORDER BY backend, backend_order DESC LIMIT 1) n)
            SELECT %1$s FROM (
                SELECT c.* FROM client_at a CROSS JOIN LATERAL (
                    SELECT * FROM cell WHERE client = a.client AND client_order = a.client_order%%1$s
                    ORDER BY cell_id LIMIT %%2$s) c
                UNION ALL SELECT c.* FROM check_at a CROSS JOIN LATERAL (
                    SELECT * FROM cell
                    WHERE client = '' AND backend = a.backend AND backend_order = a.backend_order%%1$s
                    ORDER BY cell_id LIMIT %%2$s) c) c
            ORDER BY %2$s LIMIT %%2$s""".formatted(CellColumns.NAMES, CellConditions.ORDER);

    private static final String MEASURED_ON_PURPOSE = " AND scenario <> '" + CellKey.TRAFFIC + "'";

    private final StatementRunner statementRunner;
    private final CellFlagReader cellFlagReader;

    CellStore(StatementRunner statementRunner, CellFlagReader cellFlagReader) {
        this.statementRunner = statementRunner;
        this.cellFlagReader = cellFlagReader;
    }

    /// Cells in matrix order.
    /// @param after where the previous page ended
    public Uni<CellPage> find(CellFilter filter, Optional<Cursor> after, int limit) {
        CellConditions cellConditions = CellConditions.of(filter);
        return page(cellConditions, after, limit);
    }

    /// The same for cells with a run that was sealed after a moment.
    public Uni<CellPage> measuredAfter(CellFilter filter, Instant moment, Optional<Cursor> after, int limit) {
        CellConditions cellConditions =
                CellConditions.of(filter).add("last_measured > %s", moment.atOffset(ZoneOffset.UTC));
        return page(cellConditions, after, limit);
    }

    /// The same for the newest measured version of each client only, and of each backend that was checked by itself.
    public Uni<CellPage> newest(CellFilter filter, Optional<Cursor> after, int limit) {
        CellConditions cellConditions = CellConditions.of(filter);
        after.ifPresent(cellConditions::after);
        String sql = NEWEST.formatted(
                cellConditions.and(),
                cellConditions.parameter(limit + 1),
                filter.hasTraffic() ? "" : MEASURED_ON_PURPOSE);
        return statementRunner
                .run(sql, cellConditions.values(), CellStore::read)
                .chain(found -> page(found, limit));
    }

    /// The cell with this id.
    public Uni<Optional<Cell>> get(String id) {
        CellConditions cellConditions = new CellConditions().add("cell_id = %s", StoredText.encode(id));
        return statementRunner
                .run(pageSql(cellConditions, 1), cellConditions.values(), CellStore::read)
                .chain(found -> page(found, 1))
                .map(page -> page.cells().stream().findFirst());
    }

    /// The statement that reads a page.
    static String pageSql(CellConditions cellConditions, int limit) {
        return "SELECT " + CellColumns.NAMES + " FROM cell" + cellConditions.where() + " ORDER BY "
                + CellConditions.ORDER + " LIMIT " + cellConditions.parameter(limit);
    }

    private Uni<CellPage> page(CellConditions cellConditions, Optional<Cursor> after, int limit) {
        after.ifPresent(cellConditions::after);
        String sql = pageSql(cellConditions, limit + 1);
        return statementRunner
                .run(sql, cellConditions.values(), CellStore::read)
                .chain(found -> page(found, limit));
    }

    private Uni<CellPage> page(List<UnflaggedCell> found, int limit) {
        List<UnflaggedCell> shown = found.subList(0, Math.min(limit, found.size()));
        Optional<Cursor> next =
                found.size() > limit ? Optional.of(shown.getLast().place()) : Optional.empty();
        return cellFlagReader
                .on(shown.stream().map(UnflaggedCell::cell).toList())
                .map(cells -> new CellPage(cells, next));
    }

    private static List<UnflaggedCell> read(RowSet<Row> rows) {
        List<UnflaggedCell> found = new ArrayList<>(rows.size());
        rows.forEach(row -> found.add(UnflaggedCell.of(row)));
        return found;
    }
}
