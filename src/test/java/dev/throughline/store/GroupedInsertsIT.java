package dev.throughline.store;

import dev.throughline.store.GroupedInserts.Insert;
import dev.throughline.store.GroupedInserts.Pending;
import dev.throughline.testing.VertxResult;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static dev.throughline.testing.VertxResult.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/// The first insert of each test waits for a lock that the test holds, so that the others come while it is on its way.
@QuarkusTest
class GroupedInsertsIT {
    private static final long SMALL = 100;
    private static final long LARGE = 1 << 20;
    private static final String KIND = "numbers";
    private static final BooleanSupplier COMPLETE = () -> true;

    @Inject
    Pool pool;

    private final long lock = ThreadLocalRandom.current().nextLong(1L << 40);
    private final String table = "grouped_inserts_" + lock;
    private GroupedInserts grouped;
    private SqlConnection holder;

    /// Divides by the value, which the server refuses for 0.
    private record Shares(String table, long lock, String label) implements GroupedInserts.Form {
        @Override
        public String sql(int rows) {
            return "INSERT INTO " + table + " SELECT '" + label + "', 100 / v, " + rows
                    + ", pg_current_xact_id()::text FROM (" + ValueRows.sql(List.of("integer"), rows, 1)
                    + ") AS given (v), (SELECT pg_advisory_xact_lock(" + lock + ")) AS locked WHERE v IS NOT NULL";
        }
    }

    @BeforeEach
    void holdTheLock() {
        grouped = new GroupedInserts(pool, new DatabaseProgress(), Duration.ofSeconds(30));
        holder = await(pool.getConnection());
        await(holder.query("CREATE TABLE " + table + " (label text, share integer, rows integer, transaction text)")
                .execute());
        await(holder.query("SELECT pg_advisory_lock(" + lock + ")").execute());
    }

    @AfterEach
    void close() {
        await(holder.query("DROP TABLE " + table).execute());
        await(holder.close());
    }

    @Test
    void takesThoseThatCameMeanwhileTogether() {
        List<Future<Void>> written =
                IntStream.rangeClosed(1, 44).mapToObj(this::insert).toList();

        release();

        written.forEach(VertxResult::await);
        assertThat(rows("share")).hasSize(44);
        assertThat(rows("DISTINCT share")).hasSize((int)
                IntStream.rangeClosed(1, 44).map(v -> 100 / v).distinct().count());
        // One by itself, then 32 in four executions, and the 11 that are left in two.
        assertThat(rows("DISTINCT transaction")).hasSize(3);
        assertThat(rows("rows ORDER BY rows").stream().map(row -> row.getInteger(0)))
                .startsWith(1, 8)
                .endsWith(8);
    }

    @Test
    void failsOnlyTheOneWhoseValuesAreRefused() {
        List<Future<Void>> written = new ArrayList<>();
        for (int divisor : List.of(1, 2, 0, 4)) {
            written.add(insert(divisor));
        }

        release();

        assertThat(catchThrowable(() -> await(written.get(2))))
                .hasCauseInstanceOf(PgException.class)
                .hasMessageContaining("division by zero");
        List.of(0, 1, 3).forEach(place -> await(written.get(place)));
        assertThat(rows("share ORDER BY share").stream().map(row -> row.getInteger(0)))
                .containsExactly(25, 50, 100);
    }

    @Test
    void asksForAnInsertOnceWhenItIsSent() {
        var asked = new AtomicInteger();
        Future<Void> first = insert(1);
        Future<Void> second = grouped.insert(
                KIND,
                new Pending(COMPLETE, () -> {
                    asked.incrementAndGet();
                    return share(0);
                }),
                SMALL);
        Future<Void> third = insert(4);
        assertThat(asked).hasValue(0);

        release();

        assertThat(catchThrowable(() -> await(second))).hasMessageContaining("division by zero");
        List.of(first, third).forEach(VertxResult::await);
        assertThat(asked).hasValue(1);
    }

    @Test
    void failsOneThatCannotBeMadeAndSendsTheOthers() {
        Future<Void> first = insert(1);
        Future<Void> second = grouped.insert(
                KIND,
                new Pending(COMPLETE, () -> {
                    throw new IllegalStateException("a defect");
                }),
                SMALL);
        Future<Void> third = insert(4);

        release();

        assertThat(catchThrowable(() -> await(second))).hasMessageContaining("a defect");
        List.of(first, third).forEach(VertxResult::await);
        assertThat(rows("share")).hasSize(2);
    }

    @Test
    void keepsStatementsApart() {
        Future<Void> first = insert(1);
        List<Future<Void>> others = List.of(
                insert(2),
                grouped.insert(
                        KIND,
                        new Pending(COMPLETE, () -> new Insert(new Shares(table, lock, "other"), Tuple.of(4))),
                        SMALL),
                insert(5));

        release();

        await(first);
        others.forEach(VertxResult::await);
        assertThat(rows("share").size()).isEqualTo(4);
        assertThat(rows("share, rows FROM " + table + " WHERE label = 'other' --").stream()
                        .map(row -> row.getInteger(0) + " " + row.getInteger(1)))
                .containsExactly("25 1");
    }

    @Test
    void letsALargeOneGoAtOnce() {
        Future<Void> first = insert(1);
        Future<Void> small = insert(2);

        var free = new Shares(table, lock + 1, "free");
        await(grouped.insert(KIND, new Pending(COMPLETE, () -> new Insert(free, Tuple.of(4))), LARGE));

        assertThat(first.isComplete() || small.isComplete()).isFalse();
        release();
        List.of(first, small).forEach(VertxResult::await);
    }

    private Future<Void> insert(int divisor) {
        return grouped.insert(KIND, new Pending(COMPLETE, () -> share(divisor)), SMALL);
    }

    private Insert share(int divisor) {
        return new Insert(new Shares(table, lock, "share"), Tuple.of(divisor));
    }

    private void release() {
        await(holder.query("SELECT pg_advisory_unlock(" + lock + ")").execute());
    }

    private List<Row> rows(String selected) {
        String from =
                selected.contains(" FROM ") ? selected : selected.replaceFirst("( ORDER|$)", " FROM " + table + "$1");
        return StreamSupport.stream(
                        await(holder.query("SELECT " + from).execute()).spliterator(), false)
                .toList();
    }
}
