package dev.throughline.run.journal;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.RunId;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.trace.ConversationLink;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static dev.throughline.testing.VertxResult.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

@QuarkusTest
class TokenBatchInsertIT {
    // The client prepares longer statements again each time.
    private static final int CACHED = 2_048;

    @Inject
    Journal journal;

    @Inject
    RunStore runStore;

    @Inject
    ExchangeStore exchangeStore;

    @Inject
    Pool pool;

    @Inject
    Vertx vertx;

    private final OffsetDateTime created =
            Instant.now().truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
    private RunId run;
    private RunId other;

    @BeforeEach
    void openRuns() {
        run = StoreSamples.await(runStore.create(StoreSamples.settings(), Optional.empty()))
                .id();
        other = StoreSamples.await(runStore.create(StoreSamples.settings(), Optional.empty()))
                .id();
    }

    @Test
    void writesTheSlicesOfARunWithFewStatements() {
        assertThat(insert(slices(run, 1, 1)).values()).hasSize(1);
        assertThat(insert(slices(run, 1, 3)).values()).hasSize(1);
        assertThat(insert(slices(run, 1, 16)).values()).hasSize(1);
        assertThat(insert(slices(run, 1, 100)).values()).hasSize(7);
    }

    @Test
    void namesOneRunInEachStatement() {
        List<TokenBatch> slices = Stream.concat(slices(run, 1, 5).stream(), slices(other, 1, 1).stream())
                .toList();

        assertThat(insert(slices).values())
                .extracting(values -> values.getString(0))
                .containsExactly(run.value(), run.value(), other.value());
    }

    @Test
    void executesStatementsThatArePreparedOnce() {
        for (int count = 1; count <= 40; count++) {
            TokenBatchInsert insert = insert(slices(run, 1, count));

            await(insert.execute(pool));

            assertThat(insert.sql()).hasSizeLessThan(CACHED);
        }
    }

    @Test
    void writesRowsOnce() {
        begin(1);
        TokenBatchInsert insert = insert(slices(run, 1, 11));

        await(insert.execute(pool));
        await(insert.execute(pool));

        assertThat(rows()).isEqualTo(11);
    }

    @Test
    void leavesRowsAsTheyAreThatWereCommittedUnnoticed() {
        begin(1);
        List<TokenBatch> slices = slices(run, 1, 3);
        await(insert(slices).execute(pool));
        TokenBatchInsert again = insert(slices);

        Throwable refused = catchThrowable(() -> await(again.execute(pool)));
        assertThat(RetriedWrite.mayPass(refused.getCause())).isTrue();
        await(again.execute(pool));

        assertThat(rows()).isEqualTo(3);
    }

    private TokenBatchInsert insert(List<TokenBatch> slices) {
        return TokenBatchInsert.of(slices, created);
    }

    private List<TokenBatch> slices(RunId of, int number, int count) {
        ExchangeEventBuffer log = log(new AnswerIdentity(of, number, "k"));
        return IntStream.range(0, count)
                .mapToObj(place -> new TokenBatch(
                        log, place, 1, new byte[] {4}, new long[] {7}, new String[] {"text"}, System.nanoTime(), 0))
                .toList();
    }

    private ExchangeEventBuffer log(AnswerIdentity answer) {
        CompletableFuture<ExchangeJournal> opened = new CompletableFuture<>();
        vertx.getOrCreateContext()
                .runOnContext(started -> opened.complete(journal.open(answer, Beginning.alreadyRecorded())));
        return (ExchangeEventBuffer) opened.orTimeout(20, TimeUnit.SECONDS).join();
    }

    private void begin(int number) {
        StoreSamples.await(exchangeStore.begin(
                number, StoreSamples.start(run, ConversationLink.start(), "k", List.of()), new Beginning()));
    }

    private long rows() {
        return rows("true");
    }

    private long rows(String condition) {
        return await(pool.preparedQuery("SELECT count(*) FROM token_slice WHERE run_id = $1 AND " + condition)
                        .execute(Tuple.of(run.value())))
                .iterator()
                .next()
                .getLong(0);
    }
}
