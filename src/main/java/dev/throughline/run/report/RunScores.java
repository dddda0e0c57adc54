package dev.throughline.run.report;

import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunState;
import dev.throughline.run.RunTally;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.text.BoundedMap;
import dev.throughline.verdict.RunScore;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Scores of runs, of a bounded number at once. Of large open ones a scan is shared by all who ask, and reused for 20 ×
/// its duration (5 s to 10 min).
///
/// A scan that everybody has left ends before its next page, and a failure is not reused. The latest scores of a few
/// runs are held.
@Singleton
class RunScores {
    private static final int MOST = 8;
    /// Turns that the score of a run lists, by request, if it is held: 4 bytes each.
    private static final int MOST_TURNS = 1_000_000;

    /// Scans at once: each has a connection of 16. Large ones are limited separately, since they may take seconds.
    static final int MOST_SMALL = 6;
    private static final int MOST_LARGE = 2;

    private static final long TIMES = 20;
    private static final Duration SHORTEST = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final Function<Run, Uni<ScoredExchanges.Result>> exchanges;
    private final LongSupplier nanos;
    private final ConcurrentWorkLimit small = new ConcurrentWorkLimit(MOST_SMALL);
    private final ConcurrentWorkLimit large = new ConcurrentWorkLimit(MOST_LARGE);
    // By the run that was asked for last; guarded by itself.
    private final Map<RunId, SharedScan> scans = new BoundedMap<>(MOST);

    /// The score of a run as its exchanges were.
    /// @param through number of the last one that is counted
    /// @param at when they began to be read
    record Scored(RunScore score, RunTally tally, int through, Instant at) {
        Scored(ScoredExchanges.Result found, Instant at) {
            this(found.score(), found.tally(), found.through(), at);
        }
    }

    private record Held(Scored scored, long untilNanos) {}

    @Inject
    RunScores(ExchangeStore exchangeStore) {
        this(exchangeStore::score, System::nanoTime);
    }

    /// @param nanos the time, as `System.nanoTime`
    RunScores(Function<Run, Uni<ScoredExchanges.Result>> exchanges, LongSupplier nanos) {
        this.exchanges = exchanges;
        this.nanos = nanos;
    }

    /// Whether the score of a run may be an earlier one.
    static boolean isShared(Run run) {
        return run.state() != RunState.SEALED && run.exchanges() > ScoredExchanges.WHOLE;
    }

    /// Delivered on the caller's Vert.x context, if it has one.
    Uni<Scored> of(Run run) {
        if (!isShared(run)) {
            return small.in(scan(run));
        }
        SharedScan shared;
        synchronized (scans) {
            shared = scans.computeIfAbsent(run.id(), _ -> new SharedScan(run));
        }
        Context caller = Vertx.currentContext();
        return caller == null ? shared.latest() : shared.latest().emitOn(task -> caller.runOnContext(_ -> task.run()));
    }

    private Uni<Scored> scan(Run run) {
        return Uni.createFrom().deferred(() -> {
            Instant at = Instant.now();
            return exchanges.apply(run).map(found -> new Scored(found, at));
        });
    }

    /// One scan at a time.
    private final class SharedScan {
        private final Uni<Scored> next;
        private volatile @Nullable Held held;

        SharedScan(Run run) {
            next = Uni.createFrom()
                    .deferred(() -> large.in(timed(run)))
                    .toMulti()
                    .broadcast()
                    .withCancellationAfterLastSubscriberDeparture()
                    .toAllSubscribers()
                    .toUni();
        }

        private Uni<Scored> timed(Run run) {
            return Uni.createFrom().deferred(() -> {
                long began = nanos.getAsLong();
                return scan(run).invoke(found -> hold(found, began));
            });
        }

        private void hold(Scored found, long beganNanos) {
            long turns = found.tally().preservation().stream()
                    .mapToLong(request -> request.turns().size())
                    .sum();
            long now = nanos.getAsLong();
            long reused = Math.clamp(TIMES * (now - beganNanos), SHORTEST.toNanos(), LONGEST.toNanos());
            held = turns > MOST_TURNS ? null : new Held(found, now + reused);
        }

        /// A caller that arrives just as a scan ends receives nothing of it, and asks again.
        Uni<Scored> latest() {
            return Uni.createFrom().deferred(() -> {
                Held known = held;
                return known != null && nanos.getAsLong() - known.untilNanos() < 0
                        ? Uni.createFrom().item(known.scored())
                        : next.onItem().ifNull().switchTo(this::latest);
            });
        }
    }
}
