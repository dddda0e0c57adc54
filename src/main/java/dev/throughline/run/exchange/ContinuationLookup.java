package dev.throughline.run.exchange;

import dev.throughline.run.Run;
import dev.throughline.run.journal.ItemColumns;
import dev.throughline.store.StatementRunner;
import dev.throughline.trace.LookupKeys;
import dev.throughline.trace.ReasoningTurns;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.SettledHistory;
import dev.throughline.trace.history.Continuation;
import dev.throughline.trace.history.HistoryLookupKeys;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the request that another one continues, if its history was settled and nothing else of the run can be
/// meant, and traces the one as the other's continuation. The rest of the history is not read.
record ContinuationLookup(StatementRunner statements, SizedWorkExecutor work, Run run, HistoryLookupKeys search) {
    private static final int REASONING = 17;
    private static final String STEP =
            "SELECT e.number, e.link->>'turn' AS turn, (e.link->>'parent')::integer AS before"
                    + " FROM exchange e WHERE e.run_id = $1";
    private static final String TURNS = """
            (SELECT array_agg(turn) FROM unnest(parent.%1$s) turns
                CROSS JOIN LATERAL generate_series(lower(turns), upper(turns) - 1) turn) AS %1$s""";
    private static final Object[] COLUMNS = {
        HistoryLookup.NAMED_NUMBERS,
        STEP,
        STEP,
        TracedColumns.NAMES,
        ItemColumns.AGGREGATED,
        TURNS.formatted("kept_ranges"),
        TURNS.formatted("modified_ranges"),
        TURNS.formatted("missing_ranges")
    };
    // Constant in the length of the history: that no other answer of the run has the content or a call id of one
    // in it was found when each of them was first repeated, and answers recorded since leave a mark. The turn is
    // read step by step, each by its key, whatever the planner believes of the run's size. A condition on a parameter
    // alone would have the statement planned anew for its value.
    private static final String FIND = """
            WITH RECURSIVE named AS MATERIALIZED (%s),
            parent AS MATERIALIZED (
                SELECT e.number, e.kept_ranges, e.modified_ranges, e.missing_ranges FROM exchange e
                WHERE e.run_id = $1 AND e.number = (SELECT max(exchange) FROM named)
                    AND (SELECT min(exchange) = max(exchange) FROM named)
                    AND e.kept_hash = $7 AND e.outcome = 'COMPLETED'
                    AND NOT EXISTS (SELECT FROM exchange same WHERE same.run_id = $1
                        AND hashtext(same.body_hash) = hashtext($6) AND same.body_hash = $6)
                    AND NOT EXISTS (SELECT FROM repeated_answer r
                        WHERE r.run_id = $1 AND r.conversation = e.conversation)),
            path AS (
                SELECT e.number, e.turn, e.before, $8::boolean AS is_wanted
                FROM parent p CROSS JOIN LATERAL (%s AND e.number = p.number OFFSET 0) e
                UNION ALL
                SELECT e.number, e.turn, e.before, p.is_wanted FROM path p CROSS JOIN LATERAL (
                    %s AND p.is_wanted AND e.number = p.before AND e.number < p.number
                        AND e.link->>'turn' = p.turn OFFSET 0) e)
            SELECT %s, items.*, reasoning.* FROM path p
            CROSS JOIN LATERAL (SELECT e.* FROM exchange e WHERE e.run_id = $1 AND e.number = p.number OFFSET 0) e
            LEFT JOIN LATERAL (SELECT %s, i.ordinal / 100 AS part FROM item i
                WHERE i.run_id = e.run_id AND i.exchange = e.number GROUP BY part) items ON true
            CROSS JOIN (SELECT %s, %s, %s, parent.missing_ranges IS NULL FROM parent) reasoning
            ORDER BY e.number, items.part""".formatted(COLUMNS);

    /// The tracer's result, without a number; empty if the whole history is needed.
    Uni<Optional<Admission>> find() {
        Continuation continuation = search.continuation().orElseThrow();
        LookupKeys keys = continuation.keys();
        if (!keys.tokens().isEmpty() || HistoryLookup.slices(keys).size() > 1) {
            return Uni.createFrom().item(Optional.empty());
        }
        Tuple values =
                HistoryLookup.values(run, keys).addUUID(continuation.before()).addBoolean(continuation.beginsTurn());
        return statements
                .rows(FIND, values)
                .chain(rows -> rows.isEmpty()
                        ? Uni.createFrom().item(Optional.<Admission>empty())
                        : work.work(search.bytes(), () -> traced(continuation, rows)));
    }

    private Optional<Admission> traced(Continuation continuation, List<Row> rows) {
        var found = new RunHistory(run.settings().policy(), HistoryLookup.decoded(rows), Map.of());
        return continuation
                .trace(before(continuation, rows.getLast()), found)
                .filter(traced ->
                        !search.needsIntact() || traced.settled().orElseThrow().isIntact())
                .map(traced -> new Admission(0, found, HistoryLookup.bytes(rows), Optional.of(traced)));
    }

    private static SettledHistory before(Continuation continuation, Row row) {
        return new SettledHistory(
                continuation.before(),
                row.getBoolean(REASONING + 3),
                new ReasoningTurns(turns(row, REASONING), turns(row, REASONING + 1), turns(row, REASONING + 2)));
    }

    private static List<Integer> turns(Row row, int column) {
        Integer @Nullable [] turns = row.getArrayOfIntegers(column);
        return turns == null ? List.of() : List.of(turns);
    }
}
