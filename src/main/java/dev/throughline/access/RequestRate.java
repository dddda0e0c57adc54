package dev.throughline.access;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// Requests per minute, as one number: the time at which everything let in so far would be used up at an even pace.
/// A minute's worth may come at once. Safe from any thread, never waits.
/// Source: the generic cell rate algorithm, ITU-T I.371, "virtual scheduling".
final class RequestRate {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final long step;
    private final AtomicLong usedUpTo;

    /// @param perMinute at least 1
    /// @param now a time of the clock that `spend` is told
    RequestRate(long perMinute, long now) {
        this.step = Math.max(1, MINUTE / perMinute);
        this.usedUpTo = new AtomicLong(now);
    }

    /// Lets a request in, or says how long the next one has to wait.
    /// @param now nanoseconds of a clock that never goes back
    /// @return nanoseconds to wait; 0 when it is let in
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
