package dev.throughline.access;

import java.time.Duration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RequestRateTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long START = -5_000;

    @Test
    void aMinutesWorthMayComeAtOnceAndThenOneAtATime() {
        var rate = new RequestRate(60, START);
        for (int i = 0; i < 60; i++) {
            assertThat(rate.spend(START)).isZero();
        }

        assertThat(rate.spend(START)).isEqualTo(Duration.ofSeconds(1).toNanos());
        assertThat(rate.spend(START + Duration.ofMillis(999).toNanos())).isPositive();
        assertThat(rate.spend(START + Duration.ofSeconds(1).toNanos())).isZero();
        assertThat(rate.spend(START + Duration.ofSeconds(1).toNanos())).isPositive();
    }

    @Test
    void aQuietTimeSavesUpNoMoreThanAMinute() {
        var rate = new RequestRate(10, START);
        long later = START + 100 * MINUTE;

        for (int i = 0; i < 10; i++) {
            assertThat(rate.spend(later)).isZero();
        }
        assertThat(rate.spend(later)).isPositive();
    }

    @Test
    void letsInExactlyTheRateFromManyThreads() throws InterruptedException {
        var rate = new RequestRate(1_000, START);
        var letIn = new java.util.concurrent.atomic.AtomicInteger();
        Thread[] threads = new Thread[8];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 500; i++) {
                    letIn.addAndGet(rate.spend(START) == 0 ? 1 : 0);
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(letIn).hasValue(1_000);
    }

    @Test
    void oneAMinuteWaitsAMinute() {
        var rate = new RequestRate(1, START);
        rate.spend(START);

        assertThat(rate.spend(START)).isEqualTo(MINUTE);
        assertThat(rate.spend(START + MINUTE)).isZero();
    }
}
