package dev.throughline.access;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// What one key has used of its limits in this process; n processes allow n times as much. Safe from any thread.
final class KeyUsage {
    /// When another stream will be free cannot be known.
    private static final Duration STREAM_PAUSE = Duration.ofSeconds(5);

    private final Map<Limit, Long> limits;
    private final RequestRate rate;
    private final AtomicLong streams = new AtomicLong();

    KeyUsage(Map<Limit, Long> limits) {
        this.limits = limits;
        this.rate = new RequestRate(most(Limit.REQUESTS_PER_MINUTE), System.nanoTime());
    }

    long most(Limit limit) {
        return limits.get(limit);
    }

    Optional<Denial> spendRequest() {
        long wait = rate.spend(System.nanoTime());
        return wait == 0 ? Optional.empty() : Optional.of(limited(Limit.REQUESTS_PER_MINUTE, wait));
    }

    /// Begins a stream; call `endStream` once when none is denied.
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
