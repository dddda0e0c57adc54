package dev.throughline.run.exchange;

import dev.throughline.run.RunId;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredJson;
import dev.throughline.trace.ItemPosition;
import dev.throughline.trace.Observation;
import dev.throughline.trace.Sighting;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Reads a page of what one request did with items of earlier answers, the latest items first.
///
/// What a request did with an item is the newest row about it on the way from the request to the first one of its
/// conversation. Only later requests can have observed an item, so the way is followed no further than the items of
/// the page go back: the first page costs the same in a conversation of any length.
///
/// @param before only items before this one
/// @param limit the most observations of the page
record ObservationPageQuery(RunId run, int request, ItemPosition before, int limit) {
    private static final int FIRST_WINDOW = 500;
    private static final int GROWTH = 8;
    // Each row of the way is looked up by key: without statistics of a run's size, a join can read all of the run.
    private static final String SQL = """
            WITH RECURSIVE path AS (
                SELECT number, cast(link->>'parent' AS integer) AS parent, observes_changes
                FROM exchange WHERE run_id = $1 AND number = $2
                UNION ALL
                SELECT e.number, e.parent, e.observes_changes FROM path p CROSS JOIN LATERAL (
                    SELECT number, cast(link->>'parent' AS integer) AS parent, observes_changes FROM exchange
                    WHERE run_id = $1 AND number = p.parent OFFSET 0) e
                WHERE p.observes_changes AND p.parent > $3 AND p.parent < p.number),
            latest AS MATERIALIZED (
                SELECT s.exchange, s.ordinal, max(p.number) AS observer FROM path p CROSS JOIN LATERAL (
                    SELECT exchange, ordinal FROM observed_item WHERE run_id = $1 AND observer = p.number
                        AND exchange >= $3 AND (exchange, ordinal) < ($4, $5) OFFSET 0) s
                GROUP BY s.exchange, s.ordinal)
            SELECT o.exchange, o.ordinal, o.due, o.scope, cast(o.sighting AS text)
            FROM (SELECT observer, exchange, array_agg(ordinal) AS ordinals FROM latest GROUP BY observer, exchange) n
            CROSS JOIN LATERAL (
                SELECT exchange, ordinal, due, scope, sighting FROM observed_item WHERE run_id = $1
                    AND observer = n.observer AND exchange = n.exchange AND ordinal = ANY (n.ordinals) OFFSET 0) o
            WHERE o.due <> 'NONE'
            ORDER BY o.exchange DESC, o.ordinal DESC LIMIT $6""";

    Uni<ObservationPage> read(StatementRunner statements) {
        return read(statements, List.of(), before, FIRST_WINDOW)
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .map(this::page);
    }

    /// Goes back by windows of answers, each larger than the one before, until the page is full.
    /// @param found in the windows before
    /// @param end only items before this one
    private Uni<List<Row>> read(StatementRunner statements, List<Row> found, ItemPosition end, int window) {
        int from = Math.max(0, Math.min(end.exchange(), request) - window);
        return statements
                .list(SQL, values(from, end, limit + 1 - found.size()), row -> row)
                .chain(rows -> {
                    List<Row> all = new ArrayList<>(found);
                    all.addAll(rows);
                    boolean isEnough = all.size() > limit || from == 0;
                    return isEnough
                            ? Uni.createFrom().item(all)
                            : read(statements, all, new ItemPosition(from, 0), larger(window));
                });
    }

    private static int larger(int window) {
        return window > Integer.MAX_VALUE / GROWTH ? Integer.MAX_VALUE : window * GROWTH;
    }

    private Tuple values(int from, ItemPosition end, int most) {
        return Tuple.of(run.value(), request, from, end.exchange(), end.ordinal(), most);
    }

    private ObservationPage page(List<Row> rows) {
        List<Observation> latestFirst = rows.stream()
                .limit(limit)
                .map(ObservationPageQuery::observation)
                .toList();
        Optional<ItemPosition> next =
                rows.size() > limit ? Optional.of(latestFirst.getLast().item()) : Optional.empty();
        List<Observation> byItem = new ArrayList<>(latestFirst);
        Collections.reverse(byItem);
        return new ObservationPage(byItem, next);
    }

    private static Observation observation(Row row) {
        return new Observation(
                row.getInteger(0),
                row.getInteger(1),
                Observation.Due.valueOf(row.getString(2)),
                Observation.Scope.valueOf(row.getString(3)),
                StoredJson.read(row.getString(4), Sighting.class));
    }

    /// A part of what one request did with items of earlier answers.
    ///
    /// @param observations by item; those of the first page are about the latest answers
    /// @param next the page of earlier items has those before this one; empty on the last
    record ObservationPage(List<Observation> observations, Optional<ItemPosition> next) {}
}
