package dev.throughline.gateway.admission;

import dev.throughline.gateway.admission.RunCache.RunCacheKey;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.RunState;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.ThinkingPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RunCacheTest {
    private static final long OLD = Duration.ofSeconds(2).toNanos();
    private static final RunCacheKey KEY = new RunCacheKey(new RunAddress.ById("run-1"), Optional.empty());

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final RunCache cache = new RunCache(nanos::get);

    @Test
    void oneOfManyCallersRenewsAnOldEntry() {
        Run run = run(RunState.RUNNING);
        cache.learn(KEY, run);
        assertThat(cache.find(KEY)).contains(run);

        nanos.addAndGet(OLD);

        assertThat(cache.find(KEY)).isEmpty();
        assertThat(cache.find(KEY)).contains(run);
        nanos.addAndGet(OLD);
        assertThat(cache.find(KEY)).as("the look-up of the first did not end").isEmpty();
    }

    @Test
    void forgetsTheRunThatWasReplacedMeanwhile() {
        Run run = run(RunState.RUNNING);
        cache.learn(KEY, run);
        nanos.addAndGet(OLD);
        cache.find(KEY);

        cache.forget(KEY, run);

        assertThat(cache.find(KEY)).isEmpty();
    }

    @Test
    void forgetsARunThatWasFoundSealed() {
        cache.learn(KEY, run(RunState.RUNNING));
        cache.learn(KEY, run(RunState.SEALED));

        assertThat(cache.find(KEY)).isEmpty();
    }

    private static Run run(RunState state) {
        var settings = new RunSettings(
                "label",
                RunMode.STUB,
                Optional.empty(),
                Optional.empty(),
                ThinkingPolicy.PRESERVED,
                StubSettings.defaults(),
                100,
                Duration.ofMinutes(5));
        return new Run(
                new RunId("run-1"),
                state,
                settings,
                3,
                Instant.parse("2026-11-21T04:00:00Z"),
                Optional.empty(),
                new byte[32],
                Optional.empty(),
                false,
                false,
                Optional.empty(),
                true);
    }
}
