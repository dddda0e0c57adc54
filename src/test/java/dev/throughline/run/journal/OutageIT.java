package dev.throughline.run.journal;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.RunId;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.journal.Journal.JournalFigures;
import dev.throughline.run.journal.RetriedWrite.JournalWriteException;
import dev.throughline.store.DatabaseProgress;
import dev.throughline.store.DatabaseTimeline;
import dev.throughline.store.database.Database;
import dev.throughline.stream.StreamEvent;
import dev.throughline.testing.PostgresResource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The journal while the database is away: its server is stopped and started again.
class OutageIT {
    @TempDir
    Path directory;

    private final Vertx vertx = Vertx.vertx();
    private final Context loop = vertx.getOrCreateContext();
    private final RunId run = RunId.next(Instant.now());

    private Database database;
    private Pool pool;

    @BeforeEach
    void connect() {
        database = Database.openEmbedded(directory, PostgresResource.BINARIES);
        pool = pool(database);
    }

    @AfterEach
    void disconnect() {
        pool.close();
        database.close();
        vertx.close();
    }

    @Test
    void failsTheCommitWhenTheDatabaseStaysAway() {
        Journal journal = journal(Map.of("throughline.journal.retry-for", "300ms"));
        database.close();

        CompletableFuture<Void> commit = commit(journal);
        Duration oldest = Duration.ZERO;
        while (!commit.isDone()) {
            Duration now = journal.figures().oldestUnwritten();
            oldest = now.compareTo(oldest) > 0 ? now : oldest;
            LockSupport.parkNanos(5_000_000);
        }

        assertThatThrownBy(() -> commit.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(JournalWriteException.class);
        assertThat(journal.figures().heldBytes()).isZero();
        JournalFigures figures = journal.figures();
        assertThat(figures.lostTokens()).isEqualTo(1);
        assertThat(figures.retries()).isPositive();
        assertThat(figures.rows()).isZero();
        assertThat(oldest).isPositive();
    }

    @Test
    void failsTheEndWhenTheDatabaseStaysAway() {
        Journal journal = journal(Map.of("throughline.journal.retry-for", "300ms"));
        database.close();

        CompletableFuture<Void> end = onLog(journal, log -> log.end(StoreSamples.completed()));

        assertThatThrownBy(() -> end.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(JournalWriteException.class);
        assertThat(journal.figures().heldBytes()).isZero();
    }

    @Test
    void tellsALossWithoutBeingAskedForACommit() throws Exception {
        Journal journal = journal(Map.of("throughline.journal.retry-for", "300ms"));
        database.close();

        CompletableFuture<Throwable> told = new CompletableFuture<>();
        loop.runOnContext(started -> {
            ExchangeJournal log = journal.open(new AnswerIdentity(run, 1, "k"), Beginning.alreadyRecorded());
            log.onLoss(told::complete);
            log.take(new StreamEvent.TextDelta("text"), 1);
        });

        assertThat(told.get(20, TimeUnit.SECONDS)).isInstanceOf(JournalWriteException.class);
    }

    @Test
    void doesNotWaitOnceMoreForEveryBatchInTheQueue() throws Exception {
        Journal journal = journal(Map.of(
                "throughline.journal.retry-for", "1s",
                "throughline.journal.batch-events", "1",
                "throughline.journal.writers", "1"));
        database.close();

        List<CompletableFuture<Throwable>> told = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            CompletableFuture<Throwable> loss = new CompletableFuture<>();
            told.add(loss);
            int number = i;
            loop.runOnContext(started -> {
                ExchangeJournal log = journal.open(new AnswerIdentity(run, number, "k"), Beginning.alreadyRecorded());
                log.onLoss(loss::complete);
                log.take(new StreamEvent.TextDelta("text"), 1);
            });
        }

        CompletableFuture.allOf(told.toArray(CompletableFuture[]::new)).get(8, TimeUnit.SECONDS);
        assertThat(journal.figures().heldBytes()).isZero();
        assertThat(journal.figures().lostTokens()).isEqualTo(20);
    }

    @Test
    void pausesTheSourceAndFailsRatherThanGrowWithoutEnd() throws Exception {
        Journal journal = journal(Map.of("throughline.journal.max-buffered-bytes", "10K"));
        database.close();

        boolean full = on(() -> {
            ExchangeJournal log = journal.open(new AnswerIdentity(run, 1, "k"), Beginning.alreadyRecorded());
            for (int i = 0; i < 60; i++) {
                log.take(new StreamEvent.TextDelta("0123456789"), i);
            }
            assertThat(log.isFull()).as("at half").isFalse();
            for (int i = 0; i < 10; i++) {
                log.take(new StreamEvent.TextDelta("0123456789"), i);
            }
            return Uni.createFrom().item(log.isFull());
        });
        assertThat(full).isTrue();
        assertThat(journal.figures().isFull()).isTrue();
        assertThat(journal.figures().heldBytes()).isPositive();

        assertThatThrownBy(() -> on(() -> {
                    ExchangeJournal log = journal.open(new AnswerIdentity(run, 2, "k"), Beginning.alreadyRecorded());
                    for (int i = 0; i < 100; i++) {
                        log.take(new StreamEvent.TextDelta("0123456789"), i);
                    }
                    return log.commit();
                }))
                .hasCauseInstanceOf(ExchangeEventBuffer.JournalFullException.class);
        assertThat(journal.figures().lostTokens()).isPositive();
    }

    private CompletableFuture<Void> commit(Journal journal) {
        return onLog(journal, ExchangeJournal::commit);
    }

    private CompletableFuture<Void> onLog(Journal journal, Function<ExchangeJournal, Uni<Void>> work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        loop.runOnContext(started -> {
            ExchangeJournal log = journal.open(new AnswerIdentity(run, 1, "k"), Beginning.alreadyRecorded());
            log.take(new StreamEvent.TextDelta("text"), 1);
            work.apply(log).subscribe().with(done::complete, done::completeExceptionally);
        });
        return done;
    }

    private <T> T on(Supplier<Uni<T>> work) throws Exception {
        CompletableFuture<T> done = new CompletableFuture<>();
        loop.runOnContext(started ->
                Uni.createFrom().deferred(work::get).subscribe().with(done::complete, done::completeExceptionally));
        return done.get(20, TimeUnit.SECONDS);
    }

    private Journal journal(Map<String, String> settings) {
        JournalConfig config = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(settings, "test", 500))
                .withMapping(JournalConfig.class)
                .build()
                .getConfigMapping(JournalConfig.class);
        return new Journal(
                vertx, pool, new DatabaseProgress(), config, new RecentWrites(config, new DatabaseTimeline()));
    }

    private Pool pool(Database opened) {
        Map<String, String> settings = opened.settings();
        PgConnectOptions options = PgConnectOptions.fromUri(settings.get("quarkus.datasource.reactive.url"))
                .setUser(settings.get("quarkus.datasource.username"))
                .setPassword(settings.get("quarkus.datasource.password"));
        return PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(4))
                .connectingTo(options)
                .using(vertx)
                .build();
    }
}
