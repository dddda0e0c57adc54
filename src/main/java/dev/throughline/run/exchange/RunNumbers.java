package dev.throughline.run.exchange;

import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.store.GroupedWork;
import dev.throughline.store.GroupedWork.Request;
import dev.throughline.store.KeyArray;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import dev.throughline.text.BoundedMap;
import dev.throughline.trace.TracedExchange;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Gives the requests of a run their numbers: each its own, in the order in which they ask, without gaps. Requests
/// that ask while others of their run are being numbered share the next statement, so that they do not queue up for
/// the run's row in the database. Other services may number requests of the same run. A database that lost the latest
/// numbers, in a crash or a failover, goes on after the highest that was given here: then there is a gap.
///
/// Thread-safe; a result is delivered on the caller's Vert.x context, if it has one.
final class RunNumbers {
    // The number need not be durable by itself: a later write of the same exchange makes it so. The setting ends with
    // the statement.
    static final String NUMBER =
            """
            WITH numbered AS (
                UPDATE run SET exchanges = greatest(exchanges, $3) + cardinality($2::text[]), state = 'RUNNING',
                    last_active = now()
                WHERE run_id = $1 AND state <> 'SEALED'
                RETURNING exchanges, set_config('synchronous_commit', 'off', true))
            SELECT (numbered.exchanges - cardinality($2::text[]) + asked.place)::integer, asked.place::integer, e.*
            FROM numbered CROSS JOIN %s AS asked
            LEFT JOIN LATERAL (%s) e ON true
            """.formatted(KeyArray.fewInOrder("$2"), latestIdentical(TracedColumns.NAMES, "asked.key"));
    private static final int REPEATED = 2;
    private static final int MOST = 256;
    private static final int RUNS = 16_384;

    private final StatementRunner statements;
    private final GroupedWork<RunId, String, Optional<Numbered>> numbers;
    /// The highest that was given here, of the latest runs.
    private final Map<RunId, Integer> highest = Collections.synchronizedMap(new BoundedMap<>(RUNS));

    // A run may have thousands of identical requests or none, and statistics do not tell. An order that only the index
    // of hashes has, and a limit over it alone, leave the planner nothing cheaper than to stop at its first entries.
    // The order has a name, so that it is kept and columns are computed of the one row that is wanted.
    /// The latest exchange of run $1 with a body.
    /// @param columns of `exchange e`
    /// @param bodyHash an expression
    static String latestIdentical(String columns, String bodyHash) {
        return """
                SELECT %1$s FROM (
                    SELECT *, -number AS place FROM exchange
                    WHERE run_id = $1 AND hashtext(body_hash) = hashtext(%2$s) ORDER BY place LIMIT 4) e
                WHERE e.body_hash = %2$s ORDER BY e.place LIMIT 1""".formatted(columns, bodyHash);
    }

    RunNumbers(StatementRunner statements) {
        this.statements = statements;
        this.numbers = new GroupedWork<>(MOST, statements.progress(), StatementRunner.LONGEST, this::number);
    }

    /// @param repeated the latest exchange of the run with an identical request, without its items
    record Numbered(int number, Optional<TracedExchange> repeated) {}

    /// The next number of a run; empty if the run is sealed or was deleted.
    Uni<Optional<Numbered>> next(Run run) {
        return next(run, "");
    }

    /// The next number of a run, and the latest identical request; empty if the run is sealed or was deleted.
    /// @param bodyHash empty if an identical request is not looked for
    Uni<Optional<Numbered>> next(Run run, String bodyHash) {
        return Uni.createFrom()
                .emitter(numbered -> numbers.ask(run.id(), bodyHash)
                        .onSuccess(numbered::complete)
                        .onFailure(numbered::fail));
    }

    private Future<?> number(RunId run, List<Request<String, Optional<Numbered>>> group) {
        String[] hashes = group.stream()
                .map(request -> request.value().isEmpty() ? null : StoredText.encode(request.value()))
                .toArray(String[]::new);
        Tuple values = Tuple.of(run.value()).addArrayOfString(hashes).addInteger(highest.getOrDefault(run, 0));
        return Future.fromCompletionStage(statements
                        .run(NUMBER, values, rows -> numbered(rows, group.size()))
                        .subscribeAsCompletionStage())
                .onSuccess(numbered -> {
                    numbered.getLast().ifPresent(last -> highest.merge(run, last.number(), Math::max));
                    for (int i = 0; i < group.size(); i++) {
                        group.get(i).result().complete(numbered.get(i));
                    }
                })
                .onFailure(failure -> group.forEach(request -> request.result().fail(failure)));
    }

    private static List<Optional<Numbered>> numbered(Iterable<Row> rows, int count) {
        List<Optional<Numbered>> numbered = new ArrayList<>(Collections.nCopies(count, Optional.empty()));
        for (Row row : rows) {
            Optional<TracedExchange> repeated = row.getInteger(REPEATED) == null
                    ? Optional.empty()
                    : Optional.of(TracedColumns.of(row, REPEATED, List.of()));
            numbered.set(row.getInteger(1) - 1, Optional.of(new Numbered(row.getInteger(0), repeated)));
        }
        return numbered;
    }
}
