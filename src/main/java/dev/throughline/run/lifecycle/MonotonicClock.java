package dev.throughline.run.lifecycle;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/// The times at which this process opens runs, increasing even when the wall clock is set back, so that run
/// ids, which begin with them, stay ordered. While the clock is behind, each run is one millisecond (the
/// resolution of the ids) after the previous one.
final class MonotonicClock {
    private final AtomicReference<Instant> last = new AtomicReference<>(Instant.EPOCH);

    /// @param now the wall clock's time
    Instant next(Instant now) {
        return last.updateAndGet(former -> now.isBefore(former) ? former.plusMillis(1) : now);
    }
}
