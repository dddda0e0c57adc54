package dev.throughline.run.lifecycle;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunState;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.UnknownRunException;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.journal.Beginning;
import dev.throughline.run.lifecycle.RunStore.AnswersInFlightException;
import dev.throughline.run.lifecycle.RunStore.StoredVerdict;
import dev.throughline.trace.ConversationLink;
import dev.throughline.verdict.VerdictSummary;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@QuarkusTest
class RunStoreIT {
    private static final String CHANGED_IN_INDEXES = """
            SELECT DISTINCT i.indexrelid::regclass::text FROM pg_depend d
            JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
            JOIN pg_index i ON i.indexrelid = d.objid
            WHERE d.classid = 'pg_class'::regclass AND d.refobjid = 'run'::regclass
                AND a.attname IN ('exchanges', 'last_active')""";

    @Inject
    RunStore runStore;

    @Inject
    RunSearchQuery search;

    @Inject
    ExchangeStore exchangeStore;

    @Inject
    DueRunSealer dueRunSealer;

    @Inject
    Pool pool;

    @Test
    void readsBackARun() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));

        assertThat(await(runStore.find(run.id())).orElseThrow())
                .usingRecursiveComparison()
                .isEqualTo(run);
        assertThat(run.signatureKey()).hasSize(32);
    }

    @Test
    void knowsNoRunThatWasNotOpened() {
        assertThat(await(runStore.find(new RunId("nobody")))).isEmpty();
        assertThat(await(runStore.behind(new RunId("nobody")))).isEmpty();
        assertThatThrownBy(() -> await(runStore.seal(new RunId("nobody")))).isInstanceOf(UnknownRunException.class);
        assertThatThrownBy(() -> await(runStore.reset(new RunId("nobody")))).isInstanceOf(UnknownRunException.class);
    }

    @Test
    void resetPutsAFreshRunBehindTheSameUrlAndKeepsTheOld() {
        Run first = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        Run second = await(runStore.reset(first.id()));
        Run third = await(runStore.reset(second.id()));

        assertThat(await(runStore.behind(first.id())).orElseThrow().id()).isEqualTo(third.id());
        assertThat(await(runStore.behind(second.id())).orElseThrow().id()).isEqualTo(third.id());
        assertThat(await(runStore.behind(third.id())).orElseThrow().id()).isEqualTo(third.id());
        assertThat(await(runStore.find(first.id())).orElseThrow().state()).isEqualTo(RunState.SEALED);
        assertThat(third.settings()).isEqualTo(first.settings());
    }

    @Test
    void resetsAtTheSameTimeGiveOneFreshRun() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        List<Uni<Run>> resets =
                Stream.generate(() -> runStore.reset(run.id())).limit(8).toList();

        assertThat(await(Uni.join().all(resets).andFailFast()).stream()
                        .map(Run::id)
                        .distinct())
                .hasSize(1);
    }

    @Test
    void sealingTwiceChangesNothing() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        Run once = await(runStore.seal(run.id()));
        Run twice = await(runStore.seal(run.id()));

        assertThat(once.state()).isEqualTo(RunState.SEALED);
        assertThat(twice.sealed()).isPresent().isEqualTo(once.sealed());
    }

    @Test
    void storesTheVerdictWhenItSealsARun() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        assertThat(await(runStore.verdict(run.id()))).isEmpty();
        assertThat(await(runStore.summary(run.id()))).isEmpty();

        await(runStore.seal(run.id()));

        ScoredExchanges.Result scored = await(exchangeStore.score(run));
        assertThat(await(runStore.verdict(run.id()))).contains(new StoredVerdict(scored.score(), scored.tally()));
        assertThat(await(runStore.summary(run.id()))).contains(VerdictSummary.of(scored.score()));
    }

    @Test
    void deletesARunWithEverythingRecordedForIt() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        int number = await(exchangeStore.admit(run, StoreSamples.clues("b"))).number();
        var items = List.of(StoreSamples.item(0, "[THINK-ANT-T1-de1e7ed0]", Optional.empty()));
        await(exchangeStore.begin(
                number,
                StoreSamples.start(run.id(), ConversationLink.start(), "k", items, StoreSamples.observation(1)),
                new Beginning()));
        await(exchangeStore.end(new AnswerIdentity(run.id(), number, "k"), StoreSamples.completed()));
        await(runStore.seal(run.id()));

        assertThat(await(runStore.delete(run.id()))).isTrue();

        assertThat(await(runStore.delete(run.id()))).isFalse();
        List<String> tables = tables();
        assertThat(tables)
                .contains("run", "exchange", "exchange_body", "item", "observation", "verdict", "token_slice");
        for (String table : tables) {
            assertThat(count(table, run.id())).as(table).isZero();
        }
    }

    @Test
    void deletesNothingWhileAnAnswerIsInFlight() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        int number = await(exchangeStore.admit(run, StoreSamples.clues("b"))).number();
        await(exchangeStore.begin(
                number, StoreSamples.start(run.id(), ConversationLink.start(), "k", List.of()), new Beginning()));

        assertThatThrownBy(() -> await(runStore.delete(run.id())))
                .isInstanceOf(AnswersInFlightException.class)
                .hasMessageContaining("1 answer in flight");

        assertThat(count("exchange", run.id())).isEqualTo(1);
        assertThat(count("exchange_body", run.id())).isEqualTo(1);
    }

    @Test
    void beginsNoAnswerOnceTheRunIsDeleted() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        int number = await(exchangeStore.admit(run, StoreSamples.clues("b"))).number();
        await(runStore.delete(run.id()));

        assertThatThrownBy(() -> await(exchangeStore.begin(
                        number,
                        StoreSamples.start(run.id(), ConversationLink.start(), "k", List.of()),
                        new Beginning())))
                .isInstanceOf(UnknownRunException.class);

        assertThat(count("exchange_body", run.id())).isZero();
    }

    @Test
    void deletesARunWhoseAnswerWasLeftOpenByAProcessThatIsGone() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        int number = await(exchangeStore.admit(run, StoreSamples.clues("b"))).number();
        await(exchangeStore.begin(
                number, StoreSamples.start(run.id(), ConversationLink.start(), "k", List.of()), new Beginning()));
        await(pool.query("UPDATE exchange SET instance_id = 'gone' WHERE run_id = '" + run.id() + "'")
                .execute());

        assertThat(await(runStore.delete(run.id()))).isTrue();
    }

    // What the matrix learned from a run outlives it, without texts.
    private List<String> tables() {
        List<String> tables = new ArrayList<>();
        await(pool.query("SELECT table_name FROM information_schema.columns WHERE column_name = 'run_id'"
                                + " AND table_schema = current_schema() AND table_name <> 'evidence'")
                        .execute())
                .forEach(row -> tables.add(row.getString(0)));
        return tables;
    }

    @Test
    void listsNewestFirstAndGoesOnFromARun() {
        Run older = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        Run newer = await(runStore.create(StoreSamples.settings(), Optional.empty()));

        assertThat(await(search.find(labelled(Optional.empty()), 1)))
                .extracting(found -> found.run().id())
                .containsExactly(newer.id());
        assertThat(await(search.find(labelled(Optional.of(newer.id())), 1)))
                .extracting(found -> found.run().id())
                .containsExactly(older.id());
    }

    private static RunSearch labelled(Optional<RunId> before) {
        return new RunSearch(
                Optional.of("opencode"),
                Optional.of("1.2.3"),
                Optional.empty(),
                Optional.of("stub"),
                Optional.of(RunState.CREATED),
                Optional.of(RunMode.STUB),
                Optional.of("a label"),
                Optional.empty(),
                List.of(),
                before,
                Optional.empty());
    }

    @Test
    void sealsARunThatIsIdleAndNoOther() {
        Run idle = await(runStore.create(StoreSamples.settings(Duration.ofMillis(1)), Optional.empty()));
        await(exchangeStore.admit(idle, StoreSamples.clues("b")));
        Run busy = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        await(exchangeStore.admit(busy, StoreSamples.clues("b")));
        Run untouched = await(runStore.create(StoreSamples.settings(Duration.ofMillis(1)), Optional.empty()));
        Run openers = await(runStore.create(StoreSamples.settings(Duration.ZERO), Optional.empty()));
        await(exchangeStore.admit(openers, StoreSamples.clues("b")));

        await(dueRunSealer.sealIdle());

        assertThat(await(runStore.find(idle.id())).orElseThrow().state()).isEqualTo(RunState.SEALED);
        assertThat(await(runStore.find(idle.id())).orElseThrow().sealReason()).contains(Run.IDLE);
        assertThat(await(runStore.find(busy.id())).orElseThrow().state()).isEqualTo(RunState.RUNNING);
        assertThat(await(runStore.find(untouched.id())).orElseThrow().state()).isEqualTo(RunState.CREATED);
        assertThat(await(runStore.find(openers.id())).orElseThrow().state()).isEqualTo(RunState.RUNNING);
    }

    @Test
    void sealsARunThatHadNoRequestForADay() {
        Run forgotten = await(runStore.create(StoreSamples.settings(Duration.ofMinutes(30)), Optional.empty()));
        Run patient = await(runStore.create(StoreSamples.settings(Duration.ofDays(7)), Optional.empty()));
        Run openers = await(runStore.create(StoreSamples.settings(Duration.ZERO), Optional.empty()));
        for (Run run : List.of(forgotten, patient, openers)) {
            await(pool.query("UPDATE run SET last_active = now() - interval '25 hours' WHERE run_id = '" + run.id()
                            + "'")
                    .execute());
        }

        await(dueRunSealer.sealIdle());

        assertThat(await(runStore.find(forgotten.id())).orElseThrow().sealReason())
                .contains(Run.IDLE);
        assertThat(await(runStore.find(patient.id())).orElseThrow().state()).isEqualTo(RunState.CREATED);
        assertThat(await(runStore.find(openers.id())).orElseThrow().state()).isEqualTo(RunState.CREATED);
    }

    @Test
    void leavesARunOpenForItsIdleTimeAfterALongAnswerWhereTheServicesClockIsBehind() {
        Run run = await(runStore.create(StoreSamples.settings(Duration.ofSeconds(5)), Optional.empty()));
        int number = await(exchangeStore.admit(run, StoreSamples.clues("b"))).number();
        await(exchangeStore.begin(
                number, StoreSamples.start(run.id(), ConversationLink.start(), "k", List.of()), new Beginning()));
        await(exchangeStore.end(new AnswerIdentity(run.id(), number, "k"), StoreSamples.completed()));
        await(pool.query("UPDATE run SET last_active = now() - interval '7 seconds' WHERE run_id = '" + run.id() + "'")
                .execute());
        await(pool.query(
                        "UPDATE exchange SET received = received - interval '1 hour' WHERE run_id = '" + run.id() + "'")
                .execute());

        await(dueRunSealer.sealIdle());

        assertThat(await(runStore.find(run.id())).orElseThrow().state()).isEqualTo(RunState.RUNNING);
    }

    /// With a column that every request changes in an index, each change adds an entry to every index of the table.
    @Test
    void hasNoIndexOnWhatEveryRequestChanges() {
        List<String> indexes = new ArrayList<>();
        await(pool.query(CHANGED_IN_INDEXES).execute()).forEach(row -> indexes.add(row.getString(0)));

        assertThat(indexes).isEmpty();
    }

    private long count(String table, RunId run) {
        return await(pool.query("SELECT count(*) FROM " + table + " WHERE run_id = '" + run + "'")
                        .execute())
                .iterator()
                .next()
                .getLong(0);
    }
}
