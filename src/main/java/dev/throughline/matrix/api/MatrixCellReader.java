package dev.throughline.matrix.api;

import dev.throughline.access.KeyId;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellPage;
import dev.throughline.matrix.CellPage.Cursor;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.rest.Problem;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the cells that a request selects.
@ApplicationScoped
public class MatrixCellReader {
    /// Maximum number of cells read for a result that is derived from all of them.
    static final int MOST = 50_000;

    private final Matrix matrix;

    MatrixCellReader(Matrix matrix) {
        this.matrix = matrix;
    }

    /// All cells of a query; a query that selects too many is refused.
    public Uni<List<Cell>> all(MatrixQuery query) {
        return page(query, Optional.empty(), MOST).map(page -> {
            if (page.next().isPresent()) {
                throw Problem.inParameter(
                                "client",
                                "more than " + MOST + " cells match; restrict more axes, for example capability,"
                                        + " scenario or dialect.")
                        .exception();
            }
            return page.cells();
        });
    }

    /// A page of cells.
    public Uni<CellPage> page(MatrixQuery query, Optional<Cursor> after, int limit) {
        CellFilter filter = query.filter();
        if (query.asOf().isPresent()) {
            return asOf(query, query.asOf().get(), after, limit);
        }
        return matrix.now()
                .map(now -> query.isLatest() ? now.newest(filter, after, limit) : now.cells(filter, after, limit));
    }

    /// A page of what a key measured for itself.
    Uni<CellPage> own(KeyId owner, CellFilter filter, Optional<Cursor> after, int limit) {
        return matrix.ownCells(owner)
                .map(cells -> MatrixSnapshot.EMPTY.with(cells, List.of()).cells(filter, after, limit));
    }

    /// A page may have fewer cells than its limit: what was not measured yet, or differed at the time, is omitted.
    private Uni<CellPage> asOf(MatrixQuery query, Instant moment, Optional<Cursor> after, int limit) {
        if (query.isLatest()) {
            throw Problem.inParameter("latest", "latest cannot be combined with asOf.")
                    .exception();
        }
        CellFilter filter = query.filter();
        return matrix.now()
                .map(now -> now.cells(filter.ofKey(), after, limit))
                .chain(page -> then(page.cells(), moment, filter).map(cells -> new CellPage(cells, page.next())));
    }

    /// A part of the matrix at two moments: of the cells that were measured after the first, since no others differ.
    ///
    /// @param next where to continue; empty at the end
    record Moments(List<Cell> before, List<Cell> after, Optional<Cursor> next) {}

    /// @param after where the previous part ended
    Uni<Moments> moments(MatrixQuery query, Instant from, Instant to, Optional<Cursor> after, int limit) {
        CellFilter filter = query.filter();
        return matrix.now()
                .map(now -> now.measuredAfter(filter.ofKey(), from, after, limit))
                .chain(page -> then(page.cells(), from, filter)
                        .chain(before ->
                                then(page.cells(), to, filter).map(cells -> new Moments(before, cells, page.next()))));
    }

    /// The cells of a page as of an earlier time, in its order.
    private Uni<List<Cell>> then(List<Cell> now, Instant moment, CellFilter filter) {
        return matrix.cells(now.stream().map(Cell::key).toList(), moment)
                .map((Map<String, Cell> then) -> now.stream()
                        .flatMap(cell -> Optional.ofNullable(then.get(cell.id())).stream())
                        .filter(filter::accepts)
                        .toList());
    }
}
