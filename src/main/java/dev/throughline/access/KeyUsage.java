package dev.throughline.access;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// One key's usage of its limits in this process; with n processes the effective limits are n times as
/// high. Thread-safe.
final class KeyUsage {
    /// It is unknown when another stream will be free.
    private static final Duration STREAM_PAUSE = Duration.ofSeconds(5);

    private final Map<Limit, Long> limits;
    private final RequestRate rate;
    private final AtomicLong streams = new AtomicLong();

    KeyUsage(Map<Limit, Long> limits) {
        this.limits = limits;
        this.rate = new RequestRate(most(Limit.REQUESTS_PER_MINUTE), System.nanoTime());
    }

    long most(Limit limit) {
        return Objects.requireNonNull(limits.get(limit));
    }

    Optional<Denial> spendRequest() {
        long wait = rate.spend(System.nanoTime());
        return wait == 0 ? Optional.empty() : Optional.of(limited(Limit.REQUESTS_PER_MINUTE, wait));
    }

    /// Begins a stream; call `endStream` once unless it was denied.
    Optional<Denial> beginStream() {
        if (streams.incrementAndGet() <= most(Limit.STREAMS)) {
            return Optional.empty();
        }
        streams.decrementAndGet();
        return Optional.of(limited(Limit.STREAMS, STREAM_PAUSE.toNanos()));
    }

    void endStream() {
        streams.decrementAndGet();
    }

    private Denial limited(Limit limit, long waitNanos) {
        long seconds = Math.ceilDiv(waitNanos, 1_000_000_000L);
        return new Denial.Limited(limit, most(limit), Duration.ofSeconds(seconds));
    }
}
