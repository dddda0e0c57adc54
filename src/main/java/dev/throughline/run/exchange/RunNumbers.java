package dev.throughline.run.exchange;

import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.store.KeyArray;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import dev.throughline.trace.TracedExchange;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Gives the requests of a run their numbers: each its own, in the order in which they ask, without gaps. Requests that
/// ask while others of their run are being numbered share the next statement, so that they do not queue up for the
/// run's row in the database. Other services may number requests of the same run.
///
/// Thread-safe; a result is delivered on the caller's Vert.x context, if it has one.
final class RunNumbers {
    // The number need not be durable by itself: a later write of the same exchange makes it so. The setting ends with
    // the statement.
    private static final String NUMBER = """
            WITH numbered AS (
                UPDATE run SET exchanges = exchanges + cardinality($2::text[]), state = 'RUNNING', last_active = now()
                WHERE run_id = $1 AND state <> 'SEALED'
                RETURNING exchanges, set_config('synchronous_commit', 'off', true))
            SELECT (numbered.exchanges - cardinality($2::text[]) + asked.place)::integer, asked.place::integer, e.*
            FROM numbered CROSS JOIN %s AS asked
            LEFT JOIN LATERAL (
                SELECT %s FROM exchange e
                WHERE run_id = $1 AND body_hash = asked.key ORDER BY number DESC LIMIT 1) e ON true
            """.formatted(KeyArray.fewInOrder("$2"), TracedColumns.NAMES);
    private static final int REPEATED = 2;
    private static final int MOST = 256;

    private final StatementRunner statements;
    /// What waits, by run; an entry for each run of which a statement is on its way.
    private final Map<RunId, Deque<Request>> waiting = new HashMap<>();

    RunNumbers(StatementRunner statements) {
        this.statements = statements;
    }

    /// @param repeated the latest exchange of the run with an identical request, without its items
    record Numbered(int number, Optional<TracedExchange> repeated) {}

    /// @param bodyHash empty if an identical request is not looked for
    private record Request(String bodyHash, @Nullable Context context, UniEmitter<? super Optional<Numbered>> emitter) {
        void complete(Optional<Numbered> numbered) {
            onContext(() -> emitter.complete(numbered));
        }

        void fail(Throwable failure) {
            onContext(() -> emitter.fail(failure));
        }

        private void onContext(Runnable deliver) {
            if (context == null || context == Vertx.currentContext()) {
                deliver.run();
            } else {
                context.runOnContext(_ -> deliver.run());
            }
        }
    }

    /// The next number of a run; empty if the run is sealed or was deleted.
    Uni<Optional<Numbered>> next(Run run) {
        return ask(run.id(), "");
    }

    /// The next number of a run, and the latest identical request; empty if the run is sealed or was deleted.
    Uni<Optional<Numbered>> next(Run run, String bodyHash) {
        return ask(run.id(), bodyHash);
    }

    private Uni<Optional<Numbered>> ask(RunId run, String bodyHash) {
        return Uni.createFrom().emitter(emitter -> {
            var request = new Request(bodyHash, Vertx.currentContext(), emitter);
            synchronized (waiting) {
                Deque<Request> others = waiting.get(run);
                if (others != null) {
                    others.add(request);
                    return;
                }
                waiting.put(run, new ArrayDeque<>());
            }
            number(run, List.of(request));
        });
    }

    private void number(RunId run, List<Request> requests) {
        String[] hashes = requests.stream()
                .map(request -> request.bodyHash().isEmpty() ? null : StoredText.encode(request.bodyHash()))
                .toArray(String[]::new);
        statements
                .run(NUMBER, Tuple.of(run.value()).addArrayOfString(hashes), rows -> numbered(rows, requests.size()))
                .subscribe()
                .with(
                        numbered -> {
                            next(run);
                            for (int i = 0; i < requests.size(); i++) {
                                requests.get(i).complete(numbered.get(i));
                            }
                        },
                        failure -> {
                            next(run);
                            requests.forEach(request -> request.fail(failure));
                        });
    }

    private void next(RunId run) {
        List<Request> requests = new ArrayList<>();
        synchronized (waiting) {
            Deque<Request> all = Objects.requireNonNull(waiting.get(run));
            while (requests.size() < MOST && !all.isEmpty()) {
                requests.add(all.remove());
            }
            if (requests.isEmpty()) {
                waiting.remove(run);
                return;
            }
        }
        number(run, requests);
    }

    private static List<Optional<Numbered>> numbered(Iterable<Row> rows, int count) {
        List<Optional<Numbered>> numbered = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbered.add(Optional.empty());
        }
        for (Row row : rows) {
            Optional<TracedExchange> repeated = row.getInteger(REPEATED) == null
                    ? Optional.empty()
                    : Optional.of(TracedColumns.of(row, REPEATED, List.of()));
            numbered.set(row.getInteger(1) - 1, Optional.of(new Numbered(row.getInteger(0), repeated)));
        }
        return numbered;
    }
}
