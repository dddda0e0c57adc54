package dev.throughline.matrix.api;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellPage;
import dev.throughline.matrix.CellPage.Cursor;
import dev.throughline.matrix.CellRules;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.store.CellStore;
import dev.throughline.matrix.store.VoteStore;
import dev.throughline.rest.Problem;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Reads the cells that a request selects.
@ApplicationScoped
public class MatrixCellReader {
    /// Maximum number of cells read for a result that is derived from all of them.
    static final int MOST = 10_000;

    private static final int AT_ONCE = 1_000;

    private final CellStore cellStore;
    private final VoteStore voteStore;

    MatrixCellReader(CellStore cellStore, VoteStore voteStore) {
        this.cellStore = cellStore;
        this.voteStore = voteStore;
    }

    /// All cells of a query; a query that selects too many is refused.
    public Uni<List<Cell>> all(MatrixQuery query) {
        return more(query, Optional.empty(), new ArrayList<>());
    }

    private Uni<List<Cell>> more(MatrixQuery query, Optional<Cursor> after, List<Cell> found) {
        return page(query, after, AT_ONCE).chain(page -> {
            found.addAll(page.cells());
            if (page.next().isEmpty()) {
                return Uni.createFrom().item(found);
            }
            if (found.size() >= MOST) {
                throw Problem.inParameter(
                                "client",
                                "more than " + MOST + " cells match; restrict more axes, for example capability,"
                                        + " scenario or dialect.")
                        .exception();
            }
            return more(query, page.next(), found);
        });
    }

    /// A page of cells.
    public Uni<CellPage> page(MatrixQuery query, Optional<Cursor> after, int limit) {
        if (query.asOf().isPresent()) {
            return asOf(query, query.asOf().get(), after, limit);
        }
        return query.isLatest()
                ? cellStore.newest(query.filter(), after, limit)
                : cellStore.find(query.filter(), after, limit);
    }

    /// A page may have fewer cells than its limit: what was not measured yet, or differed at the time, is omitted.
    private Uni<CellPage> asOf(MatrixQuery query, Instant moment, Optional<Cursor> after, int limit) {
        if (query.isLatest()) {
            throw Problem.inParameter("latest", "latest cannot be combined with asOf.")
                    .exception();
        }
        return cellStore
                .find(ofKey(query.filter()), after, limit)
                .chain(page ->
                        then(page.cells(), moment, query.filter()).map(cells -> new CellPage(cells, page.next())));
    }

    /// A part of the matrix at two moments: of the cells that were measured after the first, since no others differ.
    ///
    /// @param next where to continue; empty at the end
    record Moments(List<Cell> before, List<Cell> after, Optional<Cursor> next) {}

    /// @param after where the previous part ended
    Uni<Moments> moments(MatrixQuery query, Instant from, Instant to, Optional<Cursor> after, int limit) {
        CellFilter filter = query.filter();
        return cellStore
                .measuredAfter(ofKey(filter), from, after, limit)
                .chain(page -> then(page.cells(), from, filter)
                        .chain(before ->
                                then(page.cells(), to, filter).map(cells -> new Moments(before, cells, page.next()))));
    }

    private static CellFilter ofKey(CellFilter filter) {
        return new CellFilter(
                filter.axes(),
                filter.capabilities(),
                Set.of(),
                filter.product(),
                Optional.empty(),
                filter.hasTraffic());
    }

    private Uni<List<Cell>> then(List<Cell> now, Instant moment, CellFilter filter) {
        return voteStore.until(now.stream().map(Cell::key).toList(), moment).map(said -> then(now, said, filter));
    }

    /// The cells of a page as of an earlier time, in its order.
    private static List<Cell> then(List<Cell> now, Map<CellKey, List<Vote>> said, CellFilter filter) {
        Map<String, Cell> then = new HashMap<>();
        said.forEach((key, some) -> CellRules.cells(key, some).forEach(cell -> then.put(cell.id(), cell)));
        return now.stream()
                .map(cell -> then.get(cell.id()))
                .filter(Objects::nonNull)
                .filter(filter::accepts)
                .toList();
    }
}
