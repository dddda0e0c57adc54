package dev.throughline.run.exchange;

import dev.throughline.run.Run;
import dev.throughline.run.journal.ItemColumns;
import dev.throughline.store.StatementRunner;
import dev.throughline.trace.KeptHistory;
import dev.throughline.trace.LookupKeys;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.request.Continuation;
import dev.throughline.trace.request.HistorySearch;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the request that another one continues, if its history was kept and nothing else of the run can be
/// meant, and traces the one as the other's continuation. The rest of the history is not read.
record ContinuationLookup(StatementRunner statements, SizedWorkExecutor work, Run run, HistorySearch search) {
    private static final int TURNS = 17;
    private static final Object[] COLUMNS = {
        HistoryLookup.NAMED_NUMBERS, ObservationColumns.ALL_WITHOUT_DIGESTS, TracedColumns.NAMES, ItemColumns.AGGREGATED
    };
    // Whether other answers have the content or a call id of one of the conversation is asked of the indexes
    // each time: an answer that was recorded since may be such a one.
    private static final String FIND = """
            WITH named AS MATERIALIZED (%s),
            parent AS MATERIALIZED (
                SELECT e.number, e.conversation, e.link->>'turn' AS turn, e.kept_turns FROM exchange e
                WHERE e.run_id = $1 AND e.number = (SELECT max(exchange) FROM named)
                    AND (SELECT min(exchange) = max(exchange) FROM named)
                    AND e.kept_history = $8 AND e.outcome = 'COMPLETED' AND e.observed <> %d
                    AND NOT EXISTS (SELECT FROM exchange same WHERE same.run_id = $1 AND same.body_hash = $7)),
            twin AS (
                SELECT 1 FROM parent p JOIN exchange e ON e.run_id = $1 AND e.conversation = p.conversation
                JOIN exchange other ON other.run_id = $1 AND other.content_hash = e.content_hash
                    AND other.content_hash <> '' AND other.number <> e.number
                UNION ALL
                SELECT 1 FROM parent p JOIN exchange e ON e.run_id = $1 AND e.conversation = p.conversation
                JOIN item i ON i.run_id = $1 AND i.exchange = e.number AND i.category = 'TOOL_ID'
                JOIN item other ON other.run_id = $1 AND left(other.call_id, 200) = left(i.call_id, 200)
                    AND other.call_id = i.call_id AND other.call_id IS NOT NULL AND other.exchange <> i.exchange)
            SELECT %s, items.*, p.kept_turns FROM parent p
            JOIN exchange e ON e.run_id = $1 AND e.conversation = p.conversation
                AND (e.number = p.number OR $9 AND e.number < p.number AND e.link->>'turn' = p.turn)
            LEFT JOIN LATERAL (SELECT %s, i.ordinal / 100 AS part FROM item i
                WHERE i.run_id = e.run_id AND i.exchange = e.number GROUP BY part) items ON true
            WHERE NOT EXISTS (SELECT FROM twin)
            ORDER BY e.number, items.part""".formatted(COLUMNS);

    /// What the tracer found, without a number; empty if the whole history is needed.
    Uni<Optional<Admission>> find() {
        Continuation continuation = search.continuation().orElseThrow();
        LookupKeys keys = continuation.keys();
        if (!keys.tokens().isEmpty() || LookupKeyBatches.of(keys).size() > 1) {
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
        var kept = new KeptHistory(continuation.before(), List.of(rows.getLast().getArrayOfIntegers(TURNS)));
        return continuation
                .trace(kept, found)
                .map(traced -> new Admission(0, found, HistoryLookup.bytes(rows), Optional.of(traced)));
    }
}
