package dev.throughline.access;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// Limits requests per minute with a single number: the time at which all admitted requests would be used
/// up at an even rate. A burst of one minute's worth is allowed. Thread-safe and non-blocking. Source: the
/// generic cell rate algorithm, ITU-T I.371, "virtual scheduling".
final class RequestRate {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final long step;
    private final AtomicLong usedUpTo;

    /// @param perMinute at least 1
    /// @param now a time by the clock used for `spend`
    RequestRate(long perMinute, long now) {
        this.step = Math.max(1, MINUTE / perMinute);
        this.usedUpTo = new AtomicLong(now);
    }

    /// Admits a request, or returns how long the next one has to wait.
    /// @param now nanoseconds by a monotonic clock
    /// @return nanoseconds to wait; 0 if it is admitted
    long spend(long now) {
        while (true) {
            long former = usedUpTo.get();
            long next = (former - now > 0 ? former : now) + step;
            long over = next - now - MINUTE;
            if (over > 0) {
                return over;
            }
            if (usedUpTo.compareAndSet(former, next)) {
                return 0;
            }
        }
    }
}
