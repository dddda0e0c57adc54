package dev.throughline.run.exchange;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.ExchangeStart;
import dev.throughline.run.Run;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.ScoredExchange;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.journal.Beginning;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.run.report.ReportSamples;
import dev.throughline.store.TransactionRunner;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.Thoroughness;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TraceResult;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A run is scored alike in whatever pages its exchanges are read.
@Expensive(25)
@QuarkusTest
class ExchangeScanIT {
    private static final int PAGE = 100;

    @Inject
    RunStore runStore;

    @Inject
    ExchangeStore exchangeStore;

    @Inject
    TransactionRunner transactions;

    @Inject
    Pool pool;

    static Stream<Integer> seeds() {
        return IntStream.range(0, Thoroughness.tries(10, 1)).boxed();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void scoresASmallRunAsOneThatIsInMemory(int seed) {
        var random = new Random(seed);
        Run run = opened();
        int last = new RandomRunRows(pool, run.id(), random, 1 + random.nextInt(30)).add(150 + random.nextInt(100));
        var numbers = IntStream.rangeClosed(1, last).boxed().toList();
        var expected = ReportSamples.scored(
                await(exchangeStore.numbered(run.id(), numbers)), run.settings().mode());

        for (int page : List.of(1, 7, PAGE)) {
            ScoredExchanges.Result found = scored(run, page);

            assertThat(found.through()).isEqualTo(last);
            assertThat(found.score().verdict().capabilities())
                    .as("pages of %d", page)
                    .isEqualTo(expected.score().verdict().capabilities());
            assertThat(found.score().verdict().notes())
                    .isEqualTo(expected.score().verdict().notes());
            assertThat(found.score().verdict().items())
                    .as("pages of %d", page)
                    .containsExactlyInAnyOrderElementsOf(
                            expected.score().verdict().items());
            assertThat(found.score().items()).isEqualTo(expected.score().items());
            assertThat(found.tally()).as("pages of %d", page).isEqualTo(expected.tally());
        }
    }

    @Test
    void scoresALargeRunAlikeInAnyPages() {
        var random = new Random(7);
        Run run = opened();
        var rows = new RandomRunRows(pool, run.id(), random, 10);
        IntStream.range(0, 5).forEach(_ -> rows.add(2_080));
        ScoredExchanges.Result expected = scored(run, PAGE);

        assertThat(expected.through()).isEqualTo(10_401);
        assertThat(expected.score().items().omitted()).isPositive();
        for (int page : List.of(70, 1_000)) {
            ScoredExchanges.Result found = scored(run, page);

            assertThat(found.score()).as("pages of %d", page).isEqualTo(expected.score());
            assertThat(found.tally()).as("pages of %d", page).isEqualTo(expected.tally());
            assertThat(found.through()).isEqualTo(expected.through());
        }
    }

    /// Names, ids and values that no client of good will sends, and that the database stores escaped.
    @Test
    void readsHostileTextAsItWasSent() {
        String hostile = "\"],[\\\\u0010 \u0010abcd \u0000 \ud800 \n'";
        Run run = opened();
        int number =
                await(exchangeStore.admit(run, StoreSamples.clues("hostile"))).number();
        PlantedItem item = StoreSamples.item(0, "", Optional.of(hostile));
        var call = new PlantedItem(
                0, item.category(), hostile, hostile, 0, hostile, Optional.of(hostile), Optional.of(hostile));
        ExchangeStart start = StoreSamples.traced(
                StoreSamples.start(run.id(), ConversationLink.start(), hostile, List.of(call)),
                new TraceResult(
                        ConversationLink.start(), StoreSamples.facts(hostile), List.of(StoreSamples.observation(1))));
        begin(number, StoreSamples.withPath(start, "/" + hostile));
        await(exchangeStore.end(new AnswerIdentity(run.id(), number, hostile), StoreSamples.completed()));

        ScoredExchange found = scored(run, PAGE).mix().first().getLast();

        assertThat(found.path()).isEqualTo("/" + hostile);
        assertThat(found.received()).isEqualTo(start.received());
        assertThat(found.total()).isEqualTo(StoreSamples.completed().timing().total());
        assertThat(found.trace().facts().params())
                .isEqualTo(StoreSamples.facts("").params());
        assertThat(found.trace().observations()).containsExactly(StoreSamples.observation(1));
        PlantedItem read = found.trace().items().getFirst();
        assertThat(List.of(read.token(), read.value(), read.field())).containsOnly(hostile);
        assertThat(read.signature()).contains("");
    }

    /// A request that was admitted before another and began after it can carry the answer to that one.
    @ParameterizedTest
    @ValueSource(ints = {1, PAGE})
    void knowsAnAnswerWhoseRequestOvertookItsObserver(int page) {
        Run run = opened();
        int observer =
                await(exchangeStore.admit(run, StoreSamples.clues("slow"))).number();
        int answer = await(exchangeStore.admit(run, StoreSamples.clues("fast"))).number();
        PlantedItem item = StoreSamples.item(0, "[THINK-OAI-T1-00000001]", Optional.empty());
        begin(answer, StoreSamples.start(run.id(), ConversationLink.start(), "fast", List.of(item)));
        begin(
                observer,
                StoreSamples.start(
                        run.id(), ConversationLink.start(), "slow", List.of(), StoreSamples.observation(answer)));

        assertThat(scored(run, page).score().verdict().items())
                .filteredOn(found -> found.token().equals(item.token()))
                .singleElement()
                .satisfies(found -> assertThat(found.exchange()).isEqualTo(answer))
                .satisfies(found -> assertThat(found.observedIn()).isEqualTo(observer));
    }

    /// As a report of the exchange itself, which reads the end of none that is open.
    @Test
    void countsNoAnomalyOfAnAnswerInProgress() {
        Run run = opened();
        int number = await(exchangeStore.admit(run, StoreSamples.clues("open"))).number();
        begin(number, StoreSamples.start(run.id(), ConversationLink.start(), "open", List.of()));
        await(pool.preparedQuery("UPDATE exchange SET anomalies = '[{\"kind\":\"odd\",\"at\":0,\"detail\":\"\"}]'"
                        + " WHERE run_id = $1")
                .execute(Tuple.of(run.id().value())));

        assertThat(scored(run, PAGE).tally().anomalies()).isEqualTo(Map.of("odd", 1L));
    }

    private void begin(int number, ExchangeStart start) {
        await(exchangeStore.begin(number, start, new Beginning()));
    }

    @Test
    void endsBeforeTheNextPageWhenNobodyWaitsAnyMore() {
        Run run = opened();
        new RandomRunRows(pool, run.id(), new Random(1), 10).add(30);
        var asked = new AtomicInteger();

        assertThatThrownBy(() -> await(transactions.run(
                        session -> new ExchangeScan(session, run, 7, () -> asked.incrementAndGet() > 2).score())))
                .isInstanceOf(CancellationException.class);
        assertThat(asked).hasValue(3);
    }

    private ScoredExchanges.Result scored(Run run, int page) {
        return await(transactions.run(session -> new ExchangeScan(session, run, page, () -> false).score()));
    }

    /// A proxy run with one exchange.
    private Run opened() {
        RunSettings like = StoreSamples.settings();
        Run run = await(runStore.create(
                new RunSettings(
                        like.label(),
                        RunMode.PROXY,
                        Optional.of("backend"),
                        like.client(),
                        like.policy(),
                        like.stub(),
                        like.maxRequests(),
                        like.idleTimeout()),
                Optional.empty()));
        int number = await(exchangeStore.admit(run, StoreSamples.clues("b"))).number();
        await(exchangeStore.begin(
                number, StoreSamples.start(run.id(), ConversationLink.start(), "k1", List.of()), new Beginning()));
        await(exchangeStore.end(new AnswerIdentity(run.id(), number, "k1"), StoreSamples.completed()));
        return run;
    }
}
