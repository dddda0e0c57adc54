package dev.throughline.run.lifecycle;

import dev.throughline.run.Run;
import dev.throughline.run.RunSettings.Client;
import dev.throughline.run.RunSettings.LiveTraffic;
import dev.throughline.run.RunState;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.testing.ScarceProfile;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@TestProfile(ScarceProfile.class)
class LiveRunStoreIT {
    private static final LocalDate TODAY = LocalDate.now(ZoneOffset.UTC);
    private static final Client REST = client("unknown", "");

    @Inject
    LiveRunStore liveRunStore;

    @Inject
    DueRunSealer dueRunSealer;

    @Inject
    RunStore runStore;

    @Inject
    ExchangeStore exchangeStore;

    @Inject
    Pool pool;

    @Test
    void opensOneRunForManyRequestsAtOnce() {
        List<Uni<Run>> requests = Stream.generate(() -> open("many", TODAY, client("opencode", "1.0.0")))
                .limit(20)
                .toList();

        assertThat(await(Uni.join().all(requests).andFailFast()))
                .extracting(Run::id)
                .containsOnly(
                        await(open("many", TODAY, client("opencode", "1.0.0"))).id());
    }

    @Test
    void keepsProductsVersionsUrlsAndDaysApart() {
        List<Run> runs = Stream.of(
                        open("apart", TODAY, client("opencode", "1.0.0")),
                        open("apart", TODAY, client("opencode", "1.0.1")),
                        open("apart", TODAY, client("codex", "1.0.0")),
                        open("elsewhere", TODAY, client("opencode", "1.0.0")),
                        open("apart", TODAY.minusDays(2), client("opencode", "1.0.0")))
                .map(StoreSamples::await)
                .toList();

        assertThat(runs).extracting(Run::id).doesNotHaveDuplicates();
        assertThat(await(runStore.find(runs.getFirst().id())).orElseThrow().settings())
                .satisfies(settings -> {
                    assertThat(settings.client()).contains(client("opencode", "1.0.0"));
                    assertThat(settings.traffic()).contains(new LiveTraffic("apart", TODAY));
                });
    }

    @Test
    void letsClientsThatInventNamesShareOneRun() {
        List<Run> runs = IntStream.range(0, 8)
                .mapToObj(i -> await(open("inventive", TODAY, client("unknown:x" + i, ""))))
                .toList();

        assertThat(runs.stream().map(Run::id).distinct()).hasSize(4);
        assertThat(runs.subList(3, 8))
                .extracting(run -> run.settings().client().orElseThrow())
                .containsOnly(REST);
        assertThat(await(open("inventive", TODAY, client("unknown:x1", ""))).id())
                .as("a client that was counted keeps its run")
                .isEqualTo(runs.get(1).id());
    }

    @Test
    void opensAFreshRunWhenTheFormerIsSealed() {
        Run former = await(open("sealed", TODAY, client("opencode", "1.0.0")));
        await(runStore.seal(former.id()));

        Run fresh = await(open("sealed", TODAY, client("opencode", "1.0.0")));

        assertThat(fresh.id()).isNotEqualTo(former.id());
        assertThat(fresh.state()).isEqualTo(RunState.CREATED);
    }

    @Test
    void findsTheFreshRunAfterAReset() {
        Run former = await(open("reset", TODAY, client("opencode", "1.0.0")));
        Run fresh = await(runStore.reset(former.id()));

        assertThat(await(open("reset", TODAY, client("opencode", "1.0.0"))).id())
                .isEqualTo(fresh.id());
    }

    @Test
    void letsOneRunTakeOverFromAFullOne() {
        Run full = await(open("full", TODAY, client("opencode", "1.0.0")));

        Run next = await(liveRunStore.succeed(full));

        assertThat(next.id()).isNotEqualTo(full.id());
        assertThat(await(liveRunStore.succeed(full)).id()).isEqualTo(next.id());
        assertThat(await(open("full", TODAY, client("opencode", "1.0.0"))).id()).isEqualTo(next.id());
    }

    @Test
    void aClientThatIsActiveAtMidnightStaysInItsRunUntilItPauses() {
        Run evening = await(open("night", TODAY.minusDays(1), client("opencode", "1.0.0")));

        assertThat(await(open("night", TODAY, client("opencode", "1.0.0"))).id())
                .isEqualTo(evening.id());
        await(dueRunSealer.sealLive());
        assertThat(await(liveRunStore.ofDay(new LiveTraffic("night", TODAY), Optional.empty(), 10)))
                .extracting(Run::id)
                .containsExactly(evening.id());
        setLastActive(evening, "5 hours");
        await(dueRunSealer.sealLive());
        Run morning = await(open("night", TODAY, client("opencode", "1.0.0")));

        assertThat(morning.id()).isNotEqualTo(evening.id());
        assertThat(morning.settings().traffic()).contains(new LiveTraffic("night", TODAY));
    }

    @Test
    void aClientThatPausedOverMidnightGetsARunOfTheNewDay() {
        Run evening = await(open("pause", TODAY.minusDays(1), client("opencode", "1.0.0")));
        setLastActive(evening, "5 hours");

        assertThat(await(open("pause", TODAY, client("opencode", "1.0.0"))).id())
                .isNotEqualTo(evening.id());
    }

    @Test
    void sealsWhatIsOverAndJudgesIt() {
        Run yesterday = await(open("over", TODAY.minusDays(2), client("opencode", "1.0.0")));
        Run full = await(open("over", TODAY, client("opencode", "1.0.0")));
        Run today = await(open("over", TODAY, client("opencode", "1.0.1")));
        await(exchangeStore.admit(full, StoreSamples.clues("a")));
        await(exchangeStore.admit(full, StoreSamples.clues("b")));
        await(exchangeStore.admit(full, StoreSamples.clues("c")));
        setLastActive(full, "1 hour");
        setLastActive(yesterday, "5 hours");

        await(dueRunSealer.sealLive());

        assertThat(Stream.of(yesterday, full, today)
                        .map(run -> await(runStore.find(run.id())).orElseThrow().state()))
                .containsExactly(RunState.SEALED, RunState.SEALED, RunState.CREATED);
        assertThat(await(runStore.verdict(yesterday.id()))).isPresent();
    }

    @Test
    void listsTheRunOfTheLatestRequestFirstAndThoseWithoutOneLast() {
        Run first = await(open("listed", TODAY, client("opencode", "1.0.0")));
        Run unused = await(open("listed", TODAY, client("curl", "1")));
        Run second = await(open("listed", TODAY, client("codex", "1")));
        await(exchangeStore.admit(second, StoreSamples.clues("a")));
        await(exchangeStore.admit(first, StoreSamples.clues("a")));

        assertThat(await(liveRunStore.ofDay(new LiveTraffic("listed", TODAY), Optional.empty(), 10)))
                .extracting(Run::id)
                .containsExactly(first.id(), second.id(), unused.id());
    }

    private void setLastActive(Run run, String ago) {
        await(pool.query("UPDATE run SET last_active = now() - interval '%s' WHERE run_id = '%s'"
                        .formatted(ago, run.id()))
                .execute());
    }

    private Uni<Run> open(String base, LocalDate day, Client sender) {
        return liveRunStore.open(StoreSamples.settings(), new LiveTraffic(base, day), sender, REST, Optional.empty());
    }

    private static Client client(String name, String version) {
        return new Client(name, version, Optional.empty(), Optional.empty(), Optional.empty());
    }
}
