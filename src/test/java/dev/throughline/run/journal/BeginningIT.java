package dev.throughline.run.journal;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.ExchangeStart;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.RecordedToken;
import dev.throughline.run.RunId;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.PlantedItem;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// An end that is known before the beginning of its exchange is sent to the database.
@QuarkusTest
class BeginningIT {
    private static final String KEY = "k";
    private static final String ONE_STATEMENT = """
            SELECT e.xmin::text = b.xmin::text
            FROM exchange e JOIN exchange_body b ON b.run_id = e.run_id AND b.exchange = e.number
            WHERE e.run_id = $1 AND e.number = $2""";
    private static final PlantedItem ITEM = StoreSamples.item(0, "[THINK-ANT-T1-0123abcd]", Optional.of("call_1"));

    @Inject
    Journal journal;

    @Inject
    RunStore runStore;

    @Inject
    ExchangeStore exchangeStore;

    @Inject
    Vertx vertx;

    @Inject
    Pool pool;

    private RunId run;
    private Context loop;

    @BeforeEach
    void openRun() {
        run = await(runStore.create(StoreSamples.settings(), Optional.empty())).id();
        loop = vertx.getOrCreateContext();
    }

    @Test
    void isWrittenWithIt() {
        record(1, StoreSamples.start(run, ConversationLink.start(), KEY, List.of(ITEM)), ended(AnswerOutcome.NOTHING));

        RecordedExchange recorded = recorded(1);
        assertThat(recorded.end().orElseThrow().outcome()).isEqualTo(ExchangeOutcome.COMPLETED);
        assertThat(recorded.end().orElseThrow().tokens()).isEqualTo(3);
        assertThat(recorded.trace().items()).containsExactly(ITEM);
        assertThat(recorded.trace().contentHash()).contains("content-" + KEY);
        assertThat(tokens(1)).containsExactly("w0", "w1", "w2");
        assertThat(isOneStatement(1)).isTrue();
    }

    @Test
    void bringsWhatIsKnownOfTheAnswerOnlyThen() {
        var produced = new AnswerOutcome(List.of(ITEM), "a hash", List.of());
        ExchangeStart start = StoreSamples.start(run, ConversationLink.start(), KEY, List.of());

        record(1, start, ended(produced));

        assertThat(recorded(1).trace().items()).containsExactly(ITEM);
        assertThat(recorded(1).trace().contentHash()).contains("a hash");
        assertThat(isOneStatement(1)).isTrue();
    }

    @Test
    void isRecordedAlikeForManyAtOnce() {
        List<Uni<Void>> all = IntStream.rangeClosed(1, 50)
                .mapToObj(number -> recording(
                        number,
                        StoreSamples.start(
                                run,
                                ConversationLink.start(),
                                KEY,
                                number % 3 == 0 ? List.of() : List.of(ITEM),
                                StoreSamples.observation(number)),
                        ended(AnswerOutcome.NOTHING)))
                .toList();

        await(Uni.join().all(all).andFailFast());

        for (int number = 1; number <= 50; number++) {
            RecordedExchange recorded = recorded(number);
            assertThat(recorded.end().orElseThrow().outcome()).isEqualTo(ExchangeOutcome.COMPLETED);
            assertThat(recorded.trace().items()).hasSize(number % 3 == 0 ? 0 : 1);
            assertThat(recorded.trace().observations()).containsExactly(StoreSamples.observation(number));
            assertThat(recorded.trace().link().conversation()).isEqualTo(number);
            assertThat(tokens(number)).containsExactly("w0", "w1", "w2");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {40_000, 3_000_000})
    void isWrittenWithALargeRequest(int length) {
        ExchangeStart start = StoreSamples.withBody(
                StoreSamples.start(run, ConversationLink.start(), KEY, List.of(ITEM)), new byte[length]);

        record(1, start, ended(AnswerOutcome.NOTHING));

        assertThat(recorded(1).end().orElseThrow().outcome()).isEqualTo(ExchangeOutcome.COMPLETED);
        assertThat(tokens(1)).containsExactly("w0", "w1", "w2");
        assertThat(await(exchangeStore.body(run, 1)).orElseThrow()).hasSize(length);
        assertThat(isOneStatement(1)).isTrue();
    }

    @Test
    void isWrittenByItselfIfTheAnswerIsLong() {
        ExchangeStart start = StoreSamples.start(run, ConversationLink.start(), KEY, List.of(ITEM));

        await(recording(1, start, ended(AnswerOutcome.NOTHING), "x".repeat(20_000)));

        assertThat(recorded(1).end().orElseThrow().outcome()).isEqualTo(ExchangeOutcome.COMPLETED);
        assertThat(tokens(1)).hasSize(3);
        assertThat(isOneStatement(1)).isFalse();
    }

    @Test
    void followsOneThatIsOnItsWay() {
        var beginning = new Beginning();
        ExchangeStart start = StoreSamples.start(run, ConversationLink.start(), KEY, List.of(ITEM));
        CompletableFuture<Void> ended = new CompletableFuture<>();
        beginning.send();

        onLoop(() -> {
            ExchangeJournal log = journal.open(answer(1), beginning);
            take(log, "w");
            log.end(ended(AnswerOutcome.NOTHING))
                    .subscribe()
                    .with(_ -> ended.complete(null), ended::completeExceptionally);
            return exchangeStore.begin(1, start, new Beginning());
        });
        loop.runOnContext(_ -> beginning.succeed());

        ended.orTimeout(20, TimeUnit.SECONDS).join();
        assertThat(recorded(1).end().orElseThrow().outcome()).isEqualTo(ExchangeOutcome.COMPLETED);
        assertThat(tokens(1)).containsExactly("w0", "w1", "w2");
    }

    @Test
    void isLostWithIt() {
        long before = journal.figures().heldBytes();
        ExchangeStart gone =
                StoreSamples.start(new RunId("0123456789abcdefghijklmno"), ConversationLink.start(), KEY, List.of());

        assertThatThrownBy(() -> record(1, gone, ended(AnswerOutcome.NOTHING))).isNotNull();

        assertThat(journal.figures().heldBytes()).isLessThanOrEqualTo(before);
        assertThat(await(exchangeStore.find(run, 1))).isEmpty();
    }

    @Test
    void leavesAnExchangeOfTheSameNumberAlone() {
        record(1, StoreSamples.start(run, ConversationLink.start(), "first", List.of()), ended(AnswerOutcome.NOTHING));

        assertThatThrownBy(() -> record(
                        1,
                        StoreSamples.start(run, ConversationLink.start(), KEY, List.of(ITEM)),
                        ended(AnswerOutcome.NOTHING).withOutcome(ExchangeOutcome.FAILED)))
                .isNotNull();

        assertThat(recorded(1).end().orElseThrow().outcome()).isEqualTo(ExchangeOutcome.COMPLETED);
        assertThat(recorded(1).trace().items()).isEmpty();
        assertThat(tokens(1)).hasSize(3);
    }

    @Test
    void canBeCorrected() {
        ExchangeEnd end = ended(AnswerOutcome.NOTHING);
        ExchangeStart start = StoreSamples.start(run, ConversationLink.start(), KEY, List.of(ITEM));
        CompletableFuture<ExchangeJournal> opened = new CompletableFuture<>();

        await(recording(1, start, end, "w", opened));
        onLoop(() -> opened.join().end(end.withOutcome(ExchangeOutcome.CLIENT_GONE)));

        assertThat(recorded(1).end().orElseThrow().outcome()).isEqualTo(ExchangeOutcome.CLIENT_GONE);
        assertThat(tokens(1)).hasSize(3);
    }

    private void record(int number, ExchangeStart start, ExchangeEnd end) {
        await(recording(number, start, end));
    }

    private Uni<Void> recording(int number, ExchangeStart start, ExchangeEnd end) {
        return recording(number, start, end, "w");
    }

    private Uni<Void> recording(int number, ExchangeStart start, ExchangeEnd end, String text) {
        return recording(number, start, end, text, new CompletableFuture<>());
    }

    private Uni<Void> recording(
            int number,
            ExchangeStart start,
            ExchangeEnd end,
            String text,
            CompletableFuture<? super ExchangeJournal> opened) {
        return on(() -> {
            var beginning = new Beginning();
            ExchangeJournal log = journal.open(new AnswerIdentity(start.run(), number, start.answerKey()), beginning);
            opened.complete(log);
            take(log, text);
            Uni<Void> ended = log.end(end).memoize().indefinitely();
            ended.subscribe().with(_ -> {}, _ -> {});
            exchangeStore
                    .begin(number, start, beginning)
                    .subscribe()
                    .with(
                            _ -> loop.runOnContext(_ -> beginning.succeed()),
                            cause -> loop.runOnContext(_ -> beginning.fail(cause)));
            return ended;
        });
    }

    private static void take(ExchangeJournal log, String text) {
        for (int i = 0; i < 3; i++) {
            log.take(new TextDelta(text + i), i);
        }
    }

    private static ExchangeEnd ended(AnswerOutcome produced) {
        ExchangeEnd end = StoreSamples.completed();
        return new ExchangeEnd(end.outcome(), end.status(), 3, end.usage(), end.timing(), produced, Optional.empty());
    }

    private AnswerIdentity answer(int number) {
        return new AnswerIdentity(run, number, KEY);
    }

    private void onLoop(Supplier<Uni<Void>> work) {
        await(on(work));
    }

    private Uni<Void> on(Supplier<Uni<Void>> work) {
        return Uni.createFrom()
                .emitter(done -> loop.runOnContext(
                        run -> Uni.createFrom().deferred(work::get).subscribe().with(done::complete, done::fail)));
    }

    private RecordedExchange recorded(int number) {
        return await(exchangeStore.find(run, number)).orElseThrow();
    }

    private List<String> tokens(int number) {
        return await(exchangeStore.tokens(run, number).collect().asList()).stream()
                .map(RecordedToken::text)
                .toList();
    }

    /// Whether the exchange was not written again after its body.
    private boolean isOneStatement(int number) {
        return await(pool.preparedQuery(ONE_STATEMENT).execute(Tuple.of(run.value(), number)))
                .iterator()
                .next()
                .getBoolean(0);
    }
}
