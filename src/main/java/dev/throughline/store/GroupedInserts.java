package dev.throughline.store;

import dev.throughline.store.GroupedWork.Request;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Small inserts that many requests need at the same time. Those that come while others of the same kind are on their
/// way go together next: those of one statement in one transaction, several of them by one execution of it.
///
/// If the server refuses the rows of one of them, each is executed by itself, so that only that one fails.
/// Thread-safe; a result is delivered on the caller's Vert.x context, if it has one.
public final class GroupedInserts {
    private static final int MOST = 32;
    private static final int MOST_ROWS = 8;
    // Far less than a model takes to read a prompt.
    private static final Duration PATIENCE = Duration.ofMillis(10);

    private final Pool pool;
    private final DatabaseProgress progress;
    private final Duration longest;
    private final GroupedWork<Object, Pending, Void> inserts;

    /// A statement that inserts rows.
    @FunctionalInterface
    public interface Form {
        /// @param rows how many, as `ValueRows` has them
        String sql(int rows);
    }

    /// One row of such a statement, or what belongs together and is one row of its values.
    /// @param form equal for all that the same statement inserts
    public record Insert(Form form, Tuple values) {}

    /// An insert that waits for its turn. Both are called from any thread.
    /// @param isComplete whether nothing will be added to it any more; such inserts go first
    /// @param insert called once, when it is sent
    public record Pending(BooleanSupplier isComplete, Supplier<Insert> insert) {}

    private record Ready(Insert insert, Promise<Void> result) {
        private static Stream<Ready> of(Request<Pending, Void> request) {
            try {
                return Stream.of(new Ready(request.value().insert().get(), request.result()));
            } catch (RuntimeException e) {
                request.result().fail(e);
                return Stream.empty();
            }
        }

        private Form form() {
            return insert.form();
        }
    }

    /// @param longest limit of the wait for a group
    public GroupedInserts(Pool pool, DatabaseProgress progress, Duration longest) {
        this.pool = pool;
        this.progress = progress;
        this.longest = longest;
        this.inserts = new GroupedWork<>(
                MOST,
                progress,
                longest,
                PATIENCE,
                pending -> pending.isComplete().getAsBoolean(),
                (_, group) -> write(group));
    }

    /// @param kind inserts of one kind wait for one another
    /// @param bytes approximate size of the values
    public Future<Void> insert(Object kind, Pending pending, long bytes) {
        return bytes > GroupedStatements.SMALL_BYTES ? alone(pending.insert().get()) : inserts.ask(kind, pending);
    }

    private Future<?> write(List<Request<Pending, Void>> requests) {
        Map<Form, List<Ready>> byForm = requests.stream()
                .flatMap(Ready::of)
                .collect(Collectors.groupingBy(Ready::form, LinkedHashMap::new, Collectors.toList()));
        List<Future<?>> written = new ArrayList<>();
        byForm.forEach((form, group) -> written.add(group.size() == 1 ? eachAlone(group) : together(form, group)));
        return Future.join(written);
    }

    private Future<Void> alone(Insert insert) {
        return within(pool.preparedQuery(insert.form().sql(1)).execute(insert.values()));
    }

    private Future<Void> together(Form form, List<Ready> group) {
        int rows = ValueRows.of(group.size(), MOST_ROWS);
        List<Tuple> values =
                group.stream().map(ready -> ready.insert().values()).toList();
        return within(pool.preparedQuery(form.sql(rows)).executeBatch(ValueRows.values(values, rows)))
                .transform(written -> {
                    if (written.failed() && GroupedStatements.isRefused(written.cause())) {
                        return eachAlone(group);
                    }
                    group.forEach(ready -> ready.result().handle(written));
                    return Future.<Void>succeededFuture();
                });
    }

    private Future<Void> eachAlone(List<Ready> group) {
        return Future.join(group.stream()
                        .map(ready -> alone(ready.insert()).onComplete(ready.result()))
                        .toList())
                .mapEmpty();
    }

    private Future<Void> within(Future<RowSet<Row>> written) {
        return progress.within(longest, written).mapEmpty();
    }
}
