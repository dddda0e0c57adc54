package dev.throughline.run.journal;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.Run;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.store.DatabaseTimeline;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;

/// What a failover lost is written again: rows are removed where a replica would not have received them.
@QuarkusTest
class RecentWritesIT {
    private static final int TOKENS = 1_000;

    @Inject
    RecentWrites recentWrites;

    @Inject
    Journal journal;

    @Inject
    ExchangeStore exchangeStore;

    @Inject
    RunStore runStore;

    @Inject
    Pool pool;

    @Inject
    Vertx vertx;

    private Run run;

    @BeforeEach
    void open() {
        run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM exchange|DELETE FROM exchange_body|DELETE FROM item|DELETE FROM token_slice",
                "DELETE FROM token_slice|UPDATE exchange SET outcome = 'OPEN', tokens = NULL",
                "UPDATE exchange SET outcome = 'OPEN', tokens = NULL"
            })
    void writesAgainWhatTheDatabaseLacks(String loss) {
        answer("a");
        RecordedExchange before = recorded();
        for (String statement : loss.split("\\|")) {
            execute(statement + " WHERE run_id = $1", Tuple.of(run.id().value()));
        }

        restore(recentWrites);

        assertThat(recorded().end()).isEqualTo(before.end());
        assertThat(recorded().trace()).usingRecursiveComparison().isEqualTo(before.trace());
        assertThat(await(exchangeStore.tokens(run.id(), 1).collect().asList())).hasSize(TOKENS);
        assertThat(await(exchangeStore.body(run.id(), 1))).isPresent();
    }

    @Test
    void leavesAnAnswerInProgressWithWhatItHad() {
        begin("a");
        onLoop(() -> {
            ExchangeJournal log = journal.open(identity("a"), Beginning.alreadyRecorded());
            take(log);
            return log.commit();
        });
        execute("DELETE FROM token_slice WHERE run_id = $1", Tuple.of(run.id().value()));

        restore(recentWrites);

        assertThat(recorded().trace().outcome()).isEqualTo(ExchangeOutcome.OPEN);
        assertThat(await(exchangeStore.tokens(run.id(), 1).collect().asList())).hasSize(TOKENS);
    }

    @Test
    void marksWhatItHasNoMoreInMemory() {
        answer("a");
        RecentWrites small = ofMemory("1");
        ExchangeEndStatement end = end("a");
        small.ended(end, end.values());
        execute("DELETE FROM token_slice WHERE run_id = $1", Tuple.of(run.id().value()));

        restore(small);

        assertThat(recorded().trace().outcome()).isEqualTo(ExchangeOutcome.FAILED);
        assertThat(recorded().unrecorded()).isTrue();
        assertThat(recorded().end().orElseThrow().error()).contains("lost in a failover of the database");
        Future<?> late = pool.preparedQuery(end.sql()).execute(end.values()).map(end::requireFound);
        assertThat(late.toCompletionStage().toCompletableFuture())
                .failsWithin(StoreSamples.LIMIT)
                .withThrowableThat()
                .withCauseInstanceOf(AnswerGoneException.class);
    }

    @Test
    void leavesAnotherAnswerOfTheSameNumberAlone() {
        answer("a");
        RecentWrites ofAnotherService = ofMemory("1M");
        ExchangeEndStatement end = end("b");
        ofAnotherService.ended(end, end.values());

        restore(ofAnotherService);

        assertThat(recorded().trace().outcome()).isEqualTo(ExchangeOutcome.COMPLETED);
        assertThat(recorded().unrecorded()).isFalse();
    }

    @Test
    void bringsNothingBackOfARunThatWasDeleted() {
        answer("a");
        await(runStore.delete(run.id()));

        restore(recentWrites);

        assertThat(await(exchangeStore.alone(run.id(), 1))).isEmpty();
        assertThat(await(exchangeStore.tokens(run.id(), 1).collect().asList())).isEmpty();
    }

    private static RecentWrites ofMemory(String size) {
        JournalConfig config = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(JournalConfig.class)
                .withSources(
                        new PropertiesConfigSource(Map.of("throughline.journal.remembered-bytes", size), "test", 500))
                .build()
                .getConfigMapping(JournalConfig.class);
        return new RecentWrites(config, new DatabaseTimeline());
    }

    private ExchangeEndStatement end(String key) {
        return ExchangeEndStatement.of(
                identity(key), StoreSamples.completed(TOKENS), Optional.empty(), Optional.empty());
    }

    private void answer(String key) {
        begin(key);
        onLoop(() -> {
            ExchangeJournal log = journal.open(identity(key), Beginning.alreadyRecorded());
            take(log);
            return exchangeStore.end(log, identity(key), StoreSamples.completed(TOKENS));
        });
    }

    private void begin(String key) {
        await(exchangeStore.begin(
                1,
                StoreSamples.start(
                        run.id(),
                        ConversationLink.start(),
                        key,
                        List.of(StoreSamples.item(0, "[THINK-OAI-T1-0a0b0c0d]", Optional.empty()))),
                new Beginning()));
    }

    private static void take(ExchangeJournal log) {
        IntStream.range(0, TOKENS).forEach(i -> log.take(new StreamEvent.TextDelta("w" + i), i));
    }

    private AnswerIdentity identity(String key) {
        return new AnswerIdentity(run.id(), 1, key);
    }

    private RecordedExchange recorded() {
        return await(exchangeStore.find(run.id(), 1)).orElseThrow();
    }

    private void restore(RecentWrites of) {
        join(pool.withConnection(of::restore));
    }

    private void execute(String sql, Tuple values) {
        join(pool.preparedQuery(sql).execute(values));
    }

    private static void join(Future<?> done) {
        assertThat(done.toCompletionStage().toCompletableFuture()).succeedsWithin(StoreSamples.LIMIT);
    }

    private void onLoop(java.util.function.Supplier<Uni<Void>> work) {
        await(Uni.createFrom()
                .emitter(done -> vertx.getOrCreateContext()
                        .runOnContext(_ -> work.get().subscribe().with(done::complete, done::fail))));
    }
}
