package dev.throughline.run.report;

import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunState;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.report.RunScores.Scored;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Of a large open run a scan is shared, and reused while it is new.
class RunScoresTest {
    private static final Run LARGE = run("large", RunState.RUNNING, 10_001);

    private final List<UniEmitter<? super ScoredExchanges.Result>> scans = new ArrayList<>();
    private final List<Integer> left = new ArrayList<>();
    private long nanos = Long.MAX_VALUE - 7;
    private final RunScores scores = new RunScores(_ -> scan(), () -> nanos);

    @Test
    void shareAScanAmongAllWhoAskAtTheSameTime() {
        var first = ask(LARGE);
        var second = ask(LARGE);
        assertThat(scans).hasSize(1);

        end(1);

        assertThat(first.awaitItem().getItem())
                .isSameAs(second.awaitItem().getItem())
                .extracting(Scored::through)
                .isEqualTo(1);
    }

    @Test
    void reuseAScoreForTwentyTimesItsDuration() {
        assertThat(reusedFor(Duration.ofSeconds(3))).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void reuseAScoreForAtLeastFiveSecondsAndAtMostTenMinutes() {
        assertThat(reusedFor(Duration.ofMillis(1))).isEqualTo(Duration.ofSeconds(5));
        assertThat(reusedFor(Duration.ofMinutes(2))).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void endAScanThatEverybodyLeft() {
        var first = ask(LARGE);
        var second = ask(LARGE);

        first.cancel();
        assertThat(left).isEmpty();
        second.cancel();
        assertThat(left).containsExactly(1);

        ask(LARGE);
        assertThat(scans).hasSize(2);
    }

    @Test
    void continueAScanThatSomebodyWaitsFor() {
        ask(LARGE).cancel();
        var first = ask(LARGE);
        var second = ask(LARGE);
        first.cancel();

        end(2);

        assertThat(second.awaitItem().getItem().through()).isEqualTo(2);
        assertThat(left).containsExactly(1);
    }

    @Test
    void keepNoFailure() {
        var failed = ask(LARGE);
        scans.getLast().fail(new IllegalStateException("away"));
        failed.awaitFailure();

        var asked = ask(LARGE);
        end(2);

        assertThat(asked.awaitItem().getItem().through()).isEqualTo(2);
    }

    @Test
    void readEachTimeARunThatIsSmallOrSealed() {
        for (Run run : List.of(run("small", RunState.RUNNING, 10_000), run("sealed", RunState.SEALED, 10_001))) {
            scans.clear();
            ask(run);
            end(1);
            ask(run);
            assertThat(scans).as(run.id().value()).hasSize(2);
        }
    }

    @Test
    void readFewRunsAtOnceAndTheOthersInOrder() {
        List<UniAssertSubscriber<Scored>> asked = IntStream.range(0, RunScores.MOST_SMALL + 4)
                .mapToObj(number -> ask(run("run-" + number, RunState.RUNNING, 5)))
                .toList();
        assertThat(scans).hasSize(RunScores.MOST_SMALL);

        asked.get(RunScores.MOST_SMALL + 1).cancel();
        end(1);
        asked.getFirst().cancel();
        scans.get(1).fail(new IllegalStateException("away"));
        assertThat(scans).hasSize(RunScores.MOST_SMALL + 3);

        end(11);
        assertThat(asked.getLast().awaitItem().getItem().through()).isEqualTo(11);
        assertThat(left).containsExactly(1);
    }

    @Test
    void readAFewLargeRunsBesideTheSmall() {
        for (int number = 0; number < RunScores.MOST_SMALL; number++) {
            ask(run("small-" + number, RunState.RUNNING, 5));
            ask(run("large-" + number, RunState.RUNNING, 10_001));
        }

        assertThat(scans).hasSize(RunScores.MOST_SMALL + 2);
    }

    @Test
    void holdThoseOfAFewRuns() {
        List<Run> runs = IntStream.range(0, 9)
                .mapToObj(number -> run("run-" + number, RunState.RUNNING, 20_000))
                .toList();
        for (Run run : runs) {
            ask(run);
            end(1);
        }
        assertThat(scans).hasSize(9);

        ask(runs.getLast()).awaitItem();
        assertThat(scans).hasSize(9);
        ask(runs.getFirst());
        assertThat(scans).hasSize(10);
    }

    /// How long a score is given that took some time to make.
    private Duration reusedFor(Duration duration) {
        Run run = run("run-" + duration.toMillis(), RunState.RUNNING, 10_001);
        ask(run);
        nanos += duration.toNanos();
        end(scans.size());
        long made = nanos;
        int before = scans.size();
        while (scans.size() == before) {
            nanos += Duration.ofSeconds(1).toNanos();
            ask(run);
        }
        return Duration.ofNanos(nanos - made);
    }

    private UniAssertSubscriber<Scored> ask(Run run) {
        return scores.of(run).subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private Uni<ScoredExchanges.Result> scan() {
        return Uni.createFrom().deferred(() -> {
            int number = scans.size() + 1;
            return Uni.createFrom()
                    .<ScoredExchanges.Result>emitter(scans::add)
                    .onCancellation()
                    .invoke(() -> left.add(number));
        });
    }

    private void end(int through) {
        ScoredExchanges.Result none = ReportSamples.scored(List.of(), RunMode.STUB);
        scans.getLast().complete(new ScoredExchanges.Result(none.score(), none.tally(), none.mix(), through));
    }

    private static Run run(String id, RunState state, int exchanges) {
        Run like = ReportSamples.run(Optional.empty());
        return new Run(
                new RunId(id),
                state,
                like.settings(),
                exchanges,
                like.created(),
                Optional.empty(),
                like.signatureKey(),
                Optional.empty(),
                false,
                false,
                Optional.empty(),
                true);
    }
}
