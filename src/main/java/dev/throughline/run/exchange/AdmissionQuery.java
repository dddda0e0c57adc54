package dev.throughline.run.exchange;

import dev.throughline.run.Run;
import dev.throughline.run.RunSealedException;
import dev.throughline.run.UnknownRunException;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import dev.throughline.trace.LookupKeys;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.request.HistorySearch;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;

/// Assigns a request its number in its run and finds what it may refer to.
///
/// A request that carries nothing of an earlier answer can only repeat one: numbering it and looking up the
/// latest identical request (without its items) take one round trip. Any other request is numbered after
/// its history is read, so that a failed read leaves no gap.
record AdmissionQuery(StatementRunner statements, SizedWorkExecutor work, Run run, HistorySearch search) {
    // The number need not be durable by itself: a later write of the same exchange makes it so. Requests of
    // one run therefore wait for one another only during the update. The setting ends with the statement.
    private static final String NUMBER = """
            UPDATE run SET exchanges = exchanges + 1, state = 'RUNNING', last_active = now()
            WHERE run_id = $1 AND state <> 'SEALED'
            RETURNING exchanges, set_config('synchronous_commit', 'off', true)""";
    private static final String NUMBER_AND_REPEATED = """
            WITH numbered AS (%s)
            SELECT numbered.*, e.* FROM numbered LEFT JOIN LATERAL (
                SELECT %s FROM exchange e WHERE run_id = $1 AND body_hash = $2 ORDER BY number DESC LIMIT 1) e ON true
            """.formatted(NUMBER, TracedColumns.NAMES);
    private static final String IS_THERE = "SELECT 1 FROM run WHERE run_id = $1";
    private static final int REPEATED = 2;

    /// Fails with `RunSealedException` or `UnknownRunException`.
    Uni<Admission> admit() {
        return search.continuation().isEmpty()
                ? whole(search.keys().get())
                : new ContinuationLookup(statements, work, run, search)
                        .find()
                        .chain(found -> found.isPresent()
                                ? number(found.get())
                                : work.work(search.bytes(), search.keys()).chain(this::whole));
    }

    private Uni<Admission> whole(LookupKeys keys) {
        return hasOnlyBody(keys)
                ? first(keys)
                : new HistoryLookup(statements, work, run, keys).find().chain(found -> number(found.admission()));
    }

    private static boolean hasOnlyBody(LookupKeys keys) {
        return keys.tokens().isEmpty()
                && keys.callIds().isEmpty()
                && keys.contentHashes().isEmpty()
                && keys.answerKeys().isEmpty();
    }

    private Uni<Admission> first(LookupKeys keys) {
        var values = Tuple.of(run.id().value(), StoredText.encode(keys.bodyHash()));
        return admitted(statements.run(NUMBER_AND_REPEATED, values, rows -> {
            for (Row row : rows) {
                return Admission.of(row.getInteger(0), repeated(row));
            }
            return null;
        }));
    }

    private RunHistory repeated(Row row) {
        List<TracedExchange> same =
                row.getInteger(REPEATED) == null ? List.of() : List.of(TracedColumns.of(row, REPEATED, List.of()));
        return new RunHistory(run.settings().policy(), same, Map.of());
    }

    /// @param found without its number
    private Uni<Admission> number(Admission found) {
        return admitted(statements.run(NUMBER, Tuple.of(run.id().value()), rows -> {
            for (Row row : rows) {
                return found.numbered(row.getInteger(0));
            }
            return null;
        }));
    }

    private Uni<Admission> admitted(Uni<Admission> numbered) {
        return numbered.onItem()
                .ifNull()
                .switchTo(() -> statements.run(IS_THERE, Tuple.of(run.id().value()), this::refused));
    }

    private Admission refused(RowSet<Row> found) {
        throw found.size() == 0 ? new UnknownRunException(run.id()) : new RunSealedException(run.id());
    }
}
