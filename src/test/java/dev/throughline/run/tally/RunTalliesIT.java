package dev.throughline.run.tally;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.Run;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.RunTally;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.run.tally.RunTallies.Scored;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.Thoroughness;
import dev.throughline.trace.ConversationLink;
import dev.throughline.verdict.ItemTally;
import dev.throughline.verdict.RunScore;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;

/// What is kept of a run and brought up to date is what reading everything gives, whatever happens between two reads.
@Expensive
@QuarkusTest
class RunTalliesIT {
    private static final int ROUNDS = Thoroughness.tries(6, 4);

    @Inject
    RunTallies tallies;

    @Inject
    RunStore runStore;

    @Inject
    ExchangeStore exchangeStore;

    @Inject
    Pool pool;

    static Stream<Integer> seeds() {
        return IntStream.range(0, Thoroughness.tries(2, 1)).boxed();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void givesWhatReadingEverythingGives(int seed) {
        var random = new Random(seed);
        Run run = opened(random.nextBoolean() ? RunMode.PROXY : RunMode.STUB);
        var rows = new RandomRunRows(pool, run.id(), random, 1 + random.nextInt(30));
        for (int i = 0; i < 5; i++) {
            rows.add(2_020 + random.nextInt(100), true);
        }
        for (int round = 0; round < ROUNDS; round++) {
            assertSame(run, "seed %d, round %d, %d exchanges".formatted(seed, round, rows.last()));
            rows.add(1 + random.nextInt(random.nextBoolean() ? 3 : 1_500), random.nextInt(3) > 0);
            if (random.nextInt(3) > 0) {
                rows.endSome();
            }
            if (random.nextInt(6) == 0) {
                rows.addLate();
            }
            if (random.nextInt(6) == 0) {
                rows.changeEnd();
            }
        }
        assertThat(kept(run)).isPositive();

        await(runStore.seal(run.id()));

        assertThat(kept(run)).isZero();
    }

    /// Two processes read at once: both are right, and one of them keeps it.
    private void assertSame(Run run, String when) {
        List<Optional<Scored>> both =
                await(Uni.join().all(tallies.of(run), tallies.of(run)).andFailFast());
        ScoredExchanges.Result expected = await(exchangeStore.score(run));
        for (Optional<Scored> one : both) {
            Scored found = one.orElseThrow();
            assertThat(found.score().verdict().capabilities())
                    .as(when)
                    .isEqualTo(expected.score().verdict().capabilities());
            assertThat(found.score().verdict().notes())
                    .as(when)
                    .isEqualTo(expected.score().verdict().notes());
            assertThat(found.score().verdict().assessment())
                    .isEqualTo(expected.score().verdict().assessment());
            assertThat(found.score().verdict().items())
                    .as(when)
                    .containsExactlyElementsOf(expected.score().verdict().items());
            assertThat(counts(found.score())).as(when).isEqualTo(counts(expected.score()));
            assertThat(found.tally()).as(when).isEqualTo(expected.tally());
        }
    }

    /// Without the requests that lost something, which a report does not show.
    private static ItemTally counts(RunScore score) {
        ItemTally items = score.items();
        return new ItemTally(items.due(), items.returned(), items.observed(), items.lost(), List.of(), items.omitted());
    }

    @Test
    void knowsNothingOfASmallRun() {
        Run run = opened(RunMode.STUB);

        assertThat(await(tallies.of(run))).isEmpty();
        assertThat(kept(run)).isZero();
    }

    /// Rules of another version cannot be continued.
    @Test
    void countsAnewWhatOtherRulesCounted() {
        Run run = opened(RunMode.STUB);
        var rows = new RandomRunRows(pool, run.id(), new Random(7), 5);
        rows.add(10_500, true);
        RunTally before = await(tallies.of(run)).orElseThrow().tally();
        pool.preparedQuery("UPDATE run_tally SET rules = 'others', counted = 'unreadable' WHERE run_id = $1")
                .executeAndAwait(Tuple.of(run.id().value()));

        assertThat(await(tallies.of(run)).orElseThrow().tally()).isEqualTo(before);
        assertThat(pool.preparedQuery("SELECT rules FROM run_tally WHERE run_id = $1")
                        .executeAndAwait(Tuple.of(run.id().value()))
                        .iterator()
                        .next()
                        .getString(0))
                .isEqualTo(SavedTally.RULES);
    }

    private int kept(Run run) {
        return pool.preparedQuery("SELECT coalesce(max(through), 0) FROM run_tally WHERE run_id = $1")
                .executeAndAwait(Tuple.of(run.id().value()))
                .iterator()
                .next()
                .getInteger(0);
    }

    /// With one exchange.
    private Run opened(RunMode mode) {
        RunSettings like = StoreSamples.settings();
        Run run = await(runStore.create(new RunSettings(
                like.label(),
                mode,
                mode == RunMode.PROXY ? Optional.of("backend") : Optional.empty(),
                like.client(),
                like.policy(),
                like.stub(),
                like.maxRequests(),
                like.idleTimeout())));
        int number = await(exchangeStore.admit(run, StoreSamples.clues("b"))).number();
        await(exchangeStore.begin(number, StoreSamples.start(run.id(), ConversationLink.start(), "k1", List.of())));
        await(exchangeStore.end(new AnswerIdentity(run.id(), number, "k1"), StoreSamples.completed()));
        return run;
    }
}
