package dev.throughline.run.lifecycle;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunState;
import dev.throughline.run.Sample;
import dev.throughline.run.UnknownRunException;
import dev.throughline.run.exchange.Exchanges;
import dev.throughline.trace.Link;
import dev.throughline.verdict.Scorer;
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

import static dev.throughline.run.Sample.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@QuarkusTest
class RunsTest {
    private static final RunFilter ALL =
            new RunFilter(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    @Inject
    Runs runs;

    @Inject
    Exchanges exchanges;

    @Inject
    IdleRuns idleRuns;

    @Inject
    Pool pool;

    @Test
    void readsBackARun() {
        Run run = await(runs.create(Sample.settings()));

        assertThat(await(runs.find(run.id())).orElseThrow())
                .usingRecursiveComparison()
                .isEqualTo(run);
        assertThat(run.signatureKey()).hasSize(32);
    }

    @Test
    void knowsNoRunThatWasNotOpened() {
        assertThat(await(runs.find(new RunId("nobody")))).isEmpty();
        assertThat(await(runs.behind(new RunId("nobody")))).isEmpty();
        assertThatThrownBy(() -> await(runs.seal(new RunId("nobody")))).isInstanceOf(UnknownRunException.class);
        assertThatThrownBy(() -> await(runs.reset(new RunId("nobody")))).isInstanceOf(UnknownRunException.class);
    }

    @Test
    void opensADefaultRunOnceForManyRequestsAtOnce() {
        List<Uni<Run>> requests = Stream.generate(() -> runs.defaultRun("many", Sample.settings(), Optional.empty()))
                .limit(20)
                .toList();

        assertThat(await(Uni.join().all(requests).andFailFast()))
                .extracting(Run::id)
                .containsOnly(await(runs.defaultRun("many", Sample.settings(), Optional.empty()))
                        .id());
    }

    @Test
    void opensAFreshDefaultRunWhenTheFormerIsSealed() {
        Run former = await(runs.defaultRun("sealed", Sample.settings(), Optional.empty()));
        await(runs.seal(former.id()));

        Run fresh = await(runs.defaultRun("sealed", Sample.settings(), Optional.empty()));

        assertThat(fresh.id()).isNotEqualTo(former.id());
        assertThat(fresh.state()).isEqualTo(RunState.CREATED);
    }

    @Test
    void resetPutsAFreshRunBehindTheSameUrlAndKeepsTheOld() {
        Run first = await(runs.create(Sample.settings()));
        Run second = await(runs.reset(first.id()));
        Run third = await(runs.reset(second.id()));

        assertThat(await(runs.behind(first.id())).orElseThrow().id()).isEqualTo(third.id());
        assertThat(await(runs.behind(second.id())).orElseThrow().id()).isEqualTo(third.id());
        assertThat(await(runs.behind(third.id())).orElseThrow().id()).isEqualTo(third.id());
        assertThat(await(runs.find(first.id())).orElseThrow().state()).isEqualTo(RunState.SEALED);
        assertThat(third.settings()).isEqualTo(first.settings());
    }

    @Test
    void resetOfADefaultRunStaysBehindItsUrl() {
        Run former = await(runs.defaultRun("reset", Sample.settings(), Optional.empty()));
        Run fresh = await(runs.reset(former.id()));

        assertThat(await(runs.defaultRun("reset", Sample.settings(), Optional.empty()))
                        .id())
                .isEqualTo(fresh.id());
    }

    @Test
    void resetsAtTheSameTimeGiveOneFreshRun() {
        Run run = await(runs.create(Sample.settings()));
        List<Uni<Run>> resets =
                Stream.generate(() -> runs.reset(run.id())).limit(8).toList();

        assertThat(await(Uni.join().all(resets).andFailFast()).stream()
                        .map(Run::id)
                        .distinct())
                .hasSize(1);
    }

    @Test
    void sealingTwiceChangesNothing() {
        Run run = await(runs.create(Sample.settings()));
        Run once = await(runs.seal(run.id()));
        Run twice = await(runs.seal(run.id()));

        assertThat(once.state()).isEqualTo(RunState.SEALED);
        assertThat(twice.sealed()).isPresent().isEqualTo(once.sealed());
    }

    @Test
    void storesTheVerdictWhenItSealsARun() {
        Run run = await(runs.create(Sample.settings()));
        assertThat(await(runs.verdict(run.id()))).isEmpty();

        await(runs.seal(run.id()));

        assertThat(await(runs.verdict(run.id()))).contains(Scorer.score(await(exchanges.evidence(run))));
    }

    @Test
    void deletesARunWithEverythingRecordedForIt() {
        Run run = await(runs.create(Sample.settings()));
        int number = await(exchanges.admit(run, Sample.clues("b"))).number();
        var items = List.of(Sample.item(0, "[THINK-ANT-T1-de1e7ed0]", Optional.empty()));
        await(exchanges.begin(number, Sample.start(run.id(), Link.start(), "k", items, Sample.observation(1))));
        await(exchanges.end(new AnswerIdentity(run.id(), number, "k"), Sample.completed()));
        await(runs.seal(run.id()));

        assertThat(await(runs.delete(run.id()))).isTrue();

        assertThat(await(runs.delete(run.id()))).isFalse();
        List<String> tables = tables();
        assertThat(tables)
                .contains("run", "exchange", "exchange_body", "item", "observation", "verdict", "token_slice");
        for (String table : tables) {
            assertThat(count(table, run.id())).as(table).isZero();
        }
    }

    @Test
    void deletesNothingWhileAnAnswerIsInFlight() {
        Run run = await(runs.create(Sample.settings()));
        int number = await(exchanges.admit(run, Sample.clues("b"))).number();
        await(exchanges.begin(number, Sample.start(run.id(), Link.start(), "k", List.of())));

        assertThatThrownBy(() -> await(runs.delete(run.id())))
                .isInstanceOf(AnswersInFlightException.class)
                .hasMessageContaining("1 answer in flight");

        assertThat(count("exchange", run.id())).isEqualTo(1);
        assertThat(count("exchange_body", run.id())).isEqualTo(1);
    }

    @Test
    void beginsNoAnswerOnceTheRunIsDeleted() {
        Run run = await(runs.create(Sample.settings()));
        int number = await(exchanges.admit(run, Sample.clues("b"))).number();
        await(runs.delete(run.id()));

        assertThatThrownBy(() -> await(exchanges.begin(number, Sample.start(run.id(), Link.start(), "k", List.of()))))
                .isInstanceOf(UnknownRunException.class);

        assertThat(count("exchange_body", run.id())).isZero();
    }

    @Test
    void deletesARunWhoseAnswerWasLeftOpenByAProcessThatIsGone() {
        Run run = await(runs.create(Sample.settings()));
        int number = await(exchanges.admit(run, Sample.clues("b"))).number();
        await(exchanges.begin(number, Sample.start(run.id(), Link.start(), "k", List.of())));
        await(pool.query("UPDATE exchange SET instance_id = 'gone' WHERE run_id = '" + run.id() + "'")
                .execute());

        assertThat(await(runs.delete(run.id()))).isTrue();
    }

    // What the matrix learnt from a run outlives it, without texts.
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
        Run older = await(runs.create(Sample.settings()));
        Run newer = await(runs.create(Sample.settings()));
        RunFilter filter = new RunFilter(
                Optional.of(RunState.CREATED),
                Optional.of(RunMode.STUB),
                Optional.of("opencode"),
                Optional.of("1.2.3"),
                Optional.of("a label"));

        assertThat(await(runs.list(filter, Optional.empty(), 1)))
                .extracting(Run::id)
                .containsExactly(newer.id());
        assertThat(await(runs.list(filter, Optional.of(newer.id()), 1)))
                .extracting(Run::id)
                .containsExactly(older.id());
        assertThat(await(runs.list(ALL, Optional.empty(), 1000)))
                .extracting(Run::id)
                .contains(older.id(), newer.id());
    }

    @Test
    void sealsARunThatIsIdleAndNoOther() {
        Run idle = await(runs.create(Sample.settings(Duration.ofMillis(1))));
        await(exchanges.admit(idle, Sample.clues("b")));
        Run busy = await(runs.create(Sample.settings()));
        await(exchanges.admit(busy, Sample.clues("b")));
        Run untouched = await(runs.create(Sample.settings(Duration.ofMillis(1))));
        Run openers = await(runs.create(Sample.settings(Duration.ZERO)));
        await(exchanges.admit(openers, Sample.clues("b")));

        await(idleRuns.seal());

        assertThat(await(runs.find(idle.id())).orElseThrow().state()).isEqualTo(RunState.SEALED);
        assertThat(await(runs.find(idle.id())).orElseThrow().sealReason()).contains(Run.IDLE);
        assertThat(await(runs.find(busy.id())).orElseThrow().state()).isEqualTo(RunState.RUNNING);
        assertThat(await(runs.find(untouched.id())).orElseThrow().state()).isEqualTo(RunState.CREATED);
        assertThat(await(runs.find(openers.id())).orElseThrow().state()).isEqualTo(RunState.RUNNING);
    }

    @Test
    void sealsARunThatHadNoRequestForADay() {
        Run forgotten = await(runs.create(Sample.settings(Duration.ofMinutes(30))));
        Run patient = await(runs.create(Sample.settings(Duration.ofDays(7))));
        Run openers = await(runs.create(Sample.settings(Duration.ZERO)));
        for (Run run : List.of(forgotten, patient, openers)) {
            await(pool.query("UPDATE run SET last_active = now() - interval '25 hours' WHERE run_id = '" + run.id()
                            + "'")
                    .execute());
        }

        await(idleRuns.seal());

        assertThat(await(runs.find(forgotten.id())).orElseThrow().sealReason()).contains(Run.IDLE);
        assertThat(await(runs.find(patient.id())).orElseThrow().state()).isEqualTo(RunState.CREATED);
        assertThat(await(runs.find(openers.id())).orElseThrow().state()).isEqualTo(RunState.CREATED);
    }

    @Test
    void leavesARunOpenForItsIdleTimeAfterALongAnswerWhereTheServicesClockIsBehind() {
        Run run = await(runs.create(Sample.settings(Duration.ofSeconds(5))));
        int number = await(exchanges.admit(run, Sample.clues("b"))).number();
        await(exchanges.begin(number, Sample.start(run.id(), Link.start(), "k", List.of())));
        await(exchanges.end(new AnswerIdentity(run.id(), number, "k"), Sample.completed()));
        await(pool.query("UPDATE run SET last_active = now() - interval '7 seconds' WHERE run_id = '" + run.id() + "'")
                .execute());
        await(pool.query(
                        "UPDATE exchange SET received = received - interval '1 hour' WHERE run_id = '" + run.id() + "'")
                .execute());

        await(idleRuns.seal());

        assertThat(await(runs.find(run.id())).orElseThrow().state()).isEqualTo(RunState.RUNNING);
    }

    private long count(String table, RunId run) {
        return await(pool.query("SELECT count(*) FROM " + table + " WHERE run_id = '" + run + "'")
                        .execute())
                .iterator()
                .next()
                .getLong(0);
    }
}
