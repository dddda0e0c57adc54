package dev.throughline.store;

import dev.throughline.store.DatabaseProgress.DatabaseSilentException;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static dev.throughline.testing.VertxResult.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/// The first write of each test waits for a lock that the test holds, so that the others come while it is on its way.
@QuarkusTest
class GroupedStatementsIT {
    private static final long SMALL = 100;
    private static final long LARGE = 1 << 20;

    @Inject
    Pool pool;

    @Inject
    Vertx vertx;

    private final long lock = ThreadLocalRandom.current().nextLong(1L << 40);
    /// Divides by its parameter, which the server refuses for 0.
    private final String sql =
            "SELECT 100 / $1::integer AS share, pg_current_xact_id()::text AS transaction FROM pg_advisory_xact_lock("
                    + lock + ")";
    private GroupedStatements grouped;
    private SqlConnection holder;

    @BeforeEach
    void holdTheLock() {
        grouped = new GroupedStatements(pool, new DatabaseProgress(), Duration.ofSeconds(30));
        holder = await(pool.getConnection());
        await(holder.query("SELECT pg_advisory_lock(" + lock + ")").execute());
    }

    @AfterEach
    void close() {
        await(holder.close());
    }

    @Test
    void takesThoseThatCameMeanwhileTogetherAndAnswersEachItsOwn() {
        List<Future<RowSet<Row>>> written = IntStream.rangeClosed(1, 70)
                .mapToObj(divisor -> grouped.execute(sql, Tuple.of(divisor), SMALL))
                .toList();

        release();

        assertThat(rows(written).stream().map(row -> row.getInteger("share")))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 70)
                        .mapToObj(divisor -> 100 / divisor)
                        .toList());
        // One by itself, then 32 together, 32, and the 5 that are left.
        assertThat(rows(written).stream()
                        .map(row -> row.getString("transaction"))
                        .distinct())
                .hasSize(4);
    }

    @Test
    void failsOnlyTheOneWhoseValuesAreRefused() {
        List<Future<RowSet<Row>>> written = new ArrayList<>();
        for (int divisor : List.of(1, 2, 0, 4)) {
            written.add(grouped.execute(sql, Tuple.of(divisor), SMALL));
        }

        release();

        assertThat(catchThrowable(() -> await(written.get(2))))
                .hasCauseInstanceOf(PgException.class)
                .hasMessageContaining("division by zero");
        written.remove(2);
        assertThat(rows(written).stream().map(row -> row.getInteger("share"))).containsExactly(100, 50, 25);
    }

    @Test
    void letsALargeWriteGoAtOnce() {
        String other = "SELECT $1::integer AS share, '' AS transaction WHERE length(" + lock + "::text) > 0";
        Future<RowSet<Row>> first = grouped.execute(sql, Tuple.of(1), SMALL);
        Future<RowSet<Row>> small = grouped.execute(sql, Tuple.of(2), SMALL);

        assertThat(rows(List.of(grouped.execute(other, Tuple.of(7), LARGE)))).hasSize(1);

        assertThat(first.isComplete() || small.isComplete()).isFalse();
        release();
        assertThat(rows(List.of(first, small))).hasSize(2);
    }

    @Test
    void goesOnAfterOneThatWasNotAnsweredInTime() {
        var impatient = new GroupedStatements(pool, new DatabaseProgress(), Duration.ofMillis(300));
        Future<RowSet<Row>> first = impatient.execute(sql, Tuple.of(1), SMALL);
        Future<RowSet<Row>> second = impatient.execute(sql, Tuple.of(2), SMALL);

        for (Future<RowSet<Row>> one : List.of(first, second)) {
            assertThat(catchThrowable(() -> await(one))).hasCauseInstanceOf(DatabaseSilentException.class);
        }
        release();

        assertThat(rows(List.of(impatient.execute(sql, Tuple.of(4), SMALL))))
                .extracting(row -> row.getInteger("share"))
                .containsExactly(25);
    }

    @Test
    void doesNotWaitForOneWhoseAnswerDoesNotCome() {
        String blocked = "SELECT 100 / $1::integer AS share, CASE WHEN $1::integer = 1 THEN pg_advisory_xact_lock("
                + lock + ")::text END AS transaction";
        Future<RowSet<Row>> first = grouped.execute(blocked, Tuple.of(1), SMALL);
        List<Future<RowSet<Row>>> others =
                List.of(grouped.execute(blocked, Tuple.of(2), SMALL), grouped.execute(blocked, Tuple.of(4), SMALL));

        assertThat(rows(others).stream().map(row -> row.getInteger("share"))).containsExactly(50, 25);

        assertThat(first.isComplete()).isFalse();
        release();
        assertThat(rows(List.of(first))).hasSize(1);
    }

    @Test
    void deliversOnTheContextOfItsCaller() {
        Future<RowSet<Row>> first = grouped.execute(sql, Tuple.of(1), SMALL);
        List<Context> callers =
                IntStream.range(0, 4).mapToObj(_ -> vertx.getOrCreateContext()).toList();
        List<CompletableFuture<Context>> delivered = callers.stream()
                .map(caller -> {
                    var on = new CompletableFuture<Context>();
                    caller.runOnContext(_ -> grouped.execute(sql, Tuple.of(2), SMALL)
                            .onComplete(_ -> on.complete(Vertx.currentContext())));
                    return on;
                })
                .toList();

        release();

        await(first);
        assertThat(delivered.stream().map(CompletableFuture::join)).containsExactlyElementsOf(callers);
    }

    private void release() {
        await(holder.query("SELECT pg_advisory_unlock(" + lock + ")").execute());
    }

    private static List<Row> rows(List<Future<RowSet<Row>>> written) {
        return written.stream().map(one -> await(one).iterator().next()).toList();
    }
}
