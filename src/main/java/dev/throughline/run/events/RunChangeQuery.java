package dev.throughline.run.events;

import dev.throughline.run.RunState;
import dev.throughline.run.events.SubscriberCursor.Seen;
import dev.throughline.store.StatementRunner;
import dev.throughline.trace.ExchangeOutcome;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads the changes that a reader of a run has not received yet, in one statement, so that the result is consistent.
record RunChangeQuery(StatementRunner statements) {
    /// New exchanges per query.
    static final int MOST = 1_000;

    private static final String JOIN = """
            SELECT r.state, r.exchanges, e.number, e.outcome
            FROM run r LEFT JOIN LATERAL (
                (SELECT number, outcome FROM exchange WHERE run_id = $1 AND outcome = 'OPEN')
                UNION
                (SELECT number, outcome FROM exchange WHERE run_id = $1 AND number > r.exchanges - $2)
            ) e ON true
            WHERE r.run_id = $1""";
    private static final String SINCE = """
            SELECT r.state, r.exchanges, e.number, e.outcome
            FROM run r LEFT JOIN LATERAL (
                (SELECT number, outcome FROM exchange WHERE run_id = $1 AND number = ANY ($3) AND outcome <> 'OPEN')
                UNION ALL
                (SELECT number, outcome FROM exchange WHERE run_id = $1 AND number = ANY ($4))
                UNION ALL
                (SELECT number, outcome FROM exchange WHERE run_id = $1 AND number > $2 ORDER BY number LIMIT $5)
            ) e ON true
            WHERE r.run_id = $1""";

    /// @return Empty if the run no longer exists.
    Uni<Optional<Seen>> since(SubscriberCursor place) {
        String run = place.run().value();
        return place.hasJoined()
                ? statements.run(
                        SINCE,
                        Tuple.of(run, place.highest(), place.open(), place.awaited(), MOST),
                        rows -> seen(rows, place.highest()))
                : statements.run(JOIN, Tuple.of(run, SubscriberCursor.LATEST), rows -> seen(rows, Integer.MAX_VALUE));
    }

    private static Optional<Seen> seen(RowSet<Row> rows, int highest) {
        var found = new TreeMap<Integer, ExchangeOutcome>();
        @Nullable Row last = null;
        for (Row row : rows) {
            last = row;
            Optional.ofNullable(row.getInteger(2))
                    .ifPresent(number -> found.put(number, ExchangeOutcome.valueOf(row.getString(3))));
        }
        if (last == null) {
            return Optional.empty();
        }
        int given = last.getInteger(1);
        boolean isCut = highest < given && found.tailMap(highest + 1).size() == MOST;
        return Optional.of(
                new Seen(RunState.valueOf(last.getString(0)), given, isCut ? found.lastKey() : given, found));
    }
}
