package dev.throughline.run.journal;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.RecordedToken;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.TokenKind;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.ConversationLink;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@QuarkusTest
class JournalIT {
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

    private RunId run = RunId.next(Instant.now());

    @BeforeEach
    void openRun() {
        run = await(runStore.create(StoreSamples.settings(), Optional.empty())).id();
    }

    @Test
    void keepsEveryKindOfEventInOrderWithItsTime() {
        List<StreamEvent> answer = List.of(
                new StreamEvent.Start("stub"),
                new StreamEvent.RedactedReasoning("opaque"),
                new StreamEvent.ReasoningDelta("think"),
                new StreamEvent.ReasoningSignature("proof"),
                new StreamEvent.TextDelta("text"),
                new StreamEvent.ToolCallStart(0, "call_1", "ls"),
                new StreamEvent.ToolCallArgs(0, "{}"),
                new StreamEvent.ToolCallEnd(0),
                new StreamEvent.Usage(1, 2, 3, 4),
                new StreamEvent.Finish(FinishReason.TOOL_CALLS),
                StreamEvent.Failure.of(FailureKind.BACKEND, "broke off"));

        record(1, answer);

        assertThat(tokens(1)).extracting(RecordedToken::seq).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(tokens(1))
                .extracting(RecordedToken::micros)
                .startsWith(0L, 7L, 14L)
                .endsWith(70L);
        assertThat(tokens(1))
                .extracting(token -> token.kind() + "=" + token.text())
                .containsExactly(
                        "START=stub",
                        "REDACTED=opaque",
                        "REASONING=think",
                        "SIGNATURE=proof",
                        "TEXT=text",
                        "CALL_START=call_1\u001fls",
                        "CALL_ARGUMENTS={}",
                        "CALL_END=",
                        "USAGE={\"input\":1,\"output\":2,\"cached\":3,\"reasoning\":4}",
                        "FINISH=TOOL_CALLS",
                        "FAILURE=BACKEND 502 broke off");
    }

    @Test
    void keepsTextsThatPostgresRefuses() {
        List<String> texts = List.of(
                "\u0000",
                "a\u0000b",
                "\ud83e",
                "\udde0",
                "\ud83e\udde0",
                "\udde0\ud83e",
                "\u0010",
                "\u00100000",
                "",
                "{\"a\\,}");

        record(2, texts.stream().<StreamEvent>map(StreamEvent.TextDelta::new).toList());

        assertThat(tokens(2)).extracting(RecordedToken::text).containsExactlyElementsOf(texts);
    }

    @Test
    void isReadByAnotherConnectionOnceCommitIsDone() {
        record(3, texts(1_000));

        assertThat(await(pool.query("SELECT count(*), max(seq) FROM stream_token WHERE run_id = '" + run + "'")
                                .execute())
                        .iterator()
                        .next())
                .returns(1_000L, row -> row.getLong(0))
                .returns(999, row -> row.getInteger(1));
    }

    @Test
    void keepsRawTextInItsPlaceAmongTheEvents() {
        begin(7);
        onLoop(() -> {
            ExchangeJournal log = journal.open(answer(7), Beginning.alreadyRecorded());
            log.take(new StreamEvent.TextDelta("before"), 1);
            log.takeRaw("<tool_call>\u0000'; --", 2);
            log.take(new StreamEvent.TextDelta("after"), 3);
            assertThat(log.tokens()).isEqualTo(3);
            return log.commit();
        });

        assertThat(tokens(7))
                .containsExactly(
                        new RecordedToken(0, TokenKind.TEXT, "before", 1),
                        new RecordedToken(1, TokenKind.RAW, "<tool_call>\u0000'; --", 2),
                        new RecordedToken(2, TokenKind.TEXT, "after", 3));
        assertThat(await(pool.query("SELECT kind FROM stream_token WHERE run_id = '" + run + "' AND exchange = 7"
                                        + " AND seq = 1")
                                .execute())
                        .iterator()
                        .next()
                        .getInteger(0))
                .isEqualTo(11);
    }

    @Test
    void writesWithoutACommitWhenTheTimeIsUp() {
        begin(4);
        onLoop(() -> {
            journal.open(answer(4), Beginning.alreadyRecorded()).take(new StreamEvent.TextDelta("alone"), 1);
            return Uni.createFrom().voidItem();
        });

        List<RecordedToken> found = Uni.createFrom()
                .deferred(() -> exchangeStore.tokens(run, 4).collect().asList())
                .repeat()
                .whilst(List::isEmpty)
                .collect()
                .last()
                .await()
                .atMost(StoreSamples.LIMIT);

        assertThat(found).extracting(RecordedToken::text).containsExactly("alone");
    }

    @Test
    void writesTheEventsOfAPacedAnswerInFewRows() {
        begin(6);
        onLoop(() -> {
            ExchangeJournal log = journal.open(answer(6), Beginning.alreadyRecorded());
            return Uni.createFrom()
                    .emitter(done -> vertx.setPeriodic(20, timer -> {
                        log.take(new StreamEvent.TextDelta("t"), log.tokens());
                        if (log.tokens() == 40) {
                            vertx.cancelTimer(timer);
                            log.commit().subscribe().with(_ -> done.complete(null), done::fail);
                        }
                    }));
        });

        assertThat(tokens(6)).hasSize(40);
        assertThat(await(pool.query("SELECT count(*) FROM token_slice WHERE run_id = '" + run + "' AND exchange = 6")
                                .execute())
                        .iterator()
                        .next()
                        .getLong(0))
                .as("the first after 50 ms, then one for each half second")
                .isLessThanOrEqualTo(4);
    }

    @Test
    void keepsTheOrderOfManyExchangesAtOnce() {
        IntStream.range(100, 300).forEach(this::begin);
        List<Uni<Void>> all = IntStream.range(100, 300)
                .mapToObj(number -> on(vertx.getOrCreateContext(), () -> recording(number, texts(500))))
                .toList();

        await(Uni.join().all(all).andFailFast());

        String expected = texts(500).stream().map(TokenCodec::text).collect(Collectors.joining());
        for (int number = 100; number < 300; number += 33) {
            assertThat(tokens(number).stream().map(RecordedToken::text).collect(Collectors.joining()))
                    .isEqualTo(expected);
        }
        assertThat(await(pool.query("SELECT count(*) FROM stream_token WHERE run_id = '" + run + "'")
                                .execute())
                        .iterator()
                        .next()
                        .getLong(0))
                .isEqualTo(200 * 500);
        assertThat(journal.figures().heldBytes()).isZero();
    }

    @Test
    void writesTheEndWithWhatIsLeftAndNotBeforeTheRest() {
        Run open = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        int number = await(exchangeStore.admit(open, StoreSamples.clues("b"))).number();
        await(exchangeStore.begin(
                number, StoreSamples.start(open.id(), ConversationLink.start(), "k", List.of()), new Beginning()));
        var answer = new AnswerIdentity(open.id(), number, "k");

        onLoop(() -> {
            ExchangeJournal log = journal.open(answer, Beginning.alreadyRecorded());
            texts(1_000).forEach(event -> log.take(event, 1));
            return exchangeStore
                    .end(log, answer, StoreSamples.completed(1_000))
                    .chain(() -> exchangeStore.end(log, answer, StoreSamples.completed(1_000)));
        });

        assertThat(await(exchangeStore.tokens(open.id(), number).collect().asList()))
                .extracting(RecordedToken::text)
                .containsExactlyElementsOf(
                        texts(1_000).stream().map(TokenCodec::text).toList());
        assertThat(await(exchangeStore.find(open.id(), number)).orElseThrow().end())
                .contains(StoreSamples.completed(1_000));
        assertThat(journal.figures().heldBytes()).isZero();
    }

    /// A late journal, or a batch that was in progress when its run was deleted.
    @Test
    void leavesOutTokensOfAnAnswerThatTheRecordDoesNotHold() {
        begin(8);
        var other = new AnswerIdentity(run, 8, "another answer with the same number");

        onLoop(() -> {
            ExchangeJournal log = journal.open(other, Beginning.alreadyRecorded());
            log.take(new StreamEvent.TextDelta("of another answer"), 1);
            return log.commit();
        });
        onLoop(() -> {
            ExchangeJournal log = journal.open(answer(9), Beginning.alreadyRecorded());
            log.take(new StreamEvent.TextDelta("of no exchange"), 1);
            return log.commit();
        });

        assertThat(tokens(8)).isEmpty();
        assertThat(tokens(9)).isEmpty();
        assertThat(journal.figures().heldBytes()).isZero();
    }

    @Test
    void leavesOutNoOtherTokensOfTheSameBatch() {
        Run other = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        await(exchangeStore.begin(
                1, StoreSamples.start(other.id(), ConversationLink.start(), "k", List.of()), new Beginning()));
        IntStream.range(0, 40).filter(number -> number % 3 > 0).forEach(this::begin);

        onLoop(() -> {
            List<Uni<Void>> all = new ArrayList<>();
            IntStream.range(0, 40).forEach(number -> all.add(recording(number, texts(3))));
            ExchangeJournal log = journal.open(new AnswerIdentity(other.id(), 1, "k"), Beginning.alreadyRecorded());
            log.take(new StreamEvent.TextDelta("of another run"), 1);
            all.add(log.commit());
            return Uni.join().all(all).andFailFast().replaceWithVoid();
        });

        for (int number = 0; number < 40; number++) {
            assertThat(tokens(number)).hasSize(number % 3 > 0 ? 3 : 0);
        }
        assertThat(await(exchangeStore.tokens(other.id(), 1).collect().asList()))
                .hasSize(1);
    }

    @Test
    void failsTheEndOfAnAnswerThatTheRecordDoesNotHold() {
        var gone = answer(10);

        assertThatThrownBy(() -> onLoop(() -> {
                    ExchangeJournal log = journal.open(gone, Beginning.alreadyRecorded());
                    log.take(new StreamEvent.TextDelta("text"), 1);
                    return exchangeStore.end(log, gone, StoreSamples.completed());
                }))
                .isInstanceOf(AnswerGoneException.class);

        assertThat(tokens(10)).isEmpty();
        assertThat(journal.figures().heldBytes()).isZero();
    }

    @Test
    void commitsNothingAtOnce() {
        onLoop(() -> journal.open(answer(5), Beginning.alreadyRecorded()).commit());

        assertThat(tokens(5)).isEmpty();
    }

    @Test
    void keepsEventsUntilTheirExchangeIsRecorded() {
        List<StreamEvent> events = texts(3_000);

        onLoop(() -> {
            var beginning = new Beginning();
            ExchangeJournal log = journal.open(answer(10), beginning);
            events.forEach(event -> log.take(event, 1));
            Uni<Void> committed = log.commit().memoize().indefinitely();
            committed
                    .subscribe()
                    .with(_ -> assertThat(beginning.recorded().isComplete()).isTrue());
            Context loop = vertx.getOrCreateContext();
            exchangeStore
                    .begin(10, StoreSamples.start(run, ConversationLink.start(), "k", List.of()), new Beginning())
                    .subscribe()
                    .with(_ -> loop.runOnContext(_ -> beginning.succeed()), beginning::fail);
            return committed;
        });

        assertThat(tokens(10))
                .extracting(RecordedToken::text)
                .containsExactlyElementsOf(events.stream()
                        .map(event -> ((StreamEvent.TextDelta) event).text())
                        .toList());
    }

    @Test
    void givesUpWhatItKeptOfAnExchangeThatCannotBeRecorded() {
        long before = journal.figures().heldBytes();

        assertThatThrownBy(() -> onLoop(() -> {
                    var beginning = new Beginning();
                    ExchangeJournal log = journal.open(answer(11), beginning);
                    texts(3_000).forEach(event -> log.take(event, 1));
                    Uni<Void> committed = log.commit();
                    beginning.fail(new IllegalStateException("the database is away"));
                    return committed;
                }))
                .hasMessageContaining("the database is away");

        assertThat(journal.figures().heldBytes()).isLessThanOrEqualTo(before);
        assertThat(tokens(11)).isEmpty();
    }

    @Test
    void isOpenedOnAnEventLoopOnly() {
        assertThatThrownBy(() -> journal.open(answer(6), Beginning.alreadyRecorded()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("event loop");
    }

    private static List<StreamEvent> texts(int count) {
        List<StreamEvent> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(new StreamEvent.TextDelta("w" + i + " "));
        }
        return events;
    }

    private AnswerIdentity answer(int number) {
        return new AnswerIdentity(run, number, "k");
    }

    private void begin(int number) {
        await(exchangeStore.begin(
                number, StoreSamples.start(run, ConversationLink.start(), "k", List.of()), new Beginning()));
    }

    private void record(int number, List<StreamEvent> events) {
        begin(number);
        onLoop(() -> recording(number, events));
    }

    private Uni<Void> recording(int number, List<StreamEvent> events) {
        ExchangeJournal log = journal.open(answer(number), Beginning.alreadyRecorded());
        for (int i = 0; i < events.size(); i++) {
            log.take(events.get(i), 7L * i);
        }
        assertThat(log.tokens()).isEqualTo(events.size());
        return log.commit();
    }

    private void onLoop(Supplier<Uni<Void>> work) {
        await(on(vertx.getOrCreateContext(), work));
    }

    private static Uni<Void> on(Context context, Supplier<Uni<Void>> work) {
        return Uni.createFrom()
                .emitter(done -> context.runOnContext(
                        run -> Uni.createFrom().deferred(work::get).subscribe().with(done::complete, done::fail)));
    }

    private List<RecordedToken> tokens(int number) {
        return await(exchangeStore.tokens(run, number).collect().asList());
    }
}
