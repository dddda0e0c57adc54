package dev.throughline.run.journal;

import io.vertx.core.Context;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// The journal's memory: how much of it events take, and who waits for it. Shared by all event loops.
final class JournalCapacity {
    private final long max;
    private final long high;
    private final long low;
    private final AtomicLong used = new AtomicLong();
    private final Queue<Waiter> waiters = new ConcurrentLinkedQueue<>();
    private volatile boolean full;

    private record Waiter(Context context, Runnable resume) {
        void wake() {
            context.runOnContext(woken -> resume.run());
        }
    }

    JournalCapacity(long max, long high, long low) {
        this.max = max;
        this.high = high;
        this.low = low;
    }

    static JournalCapacity of(JournalConfig config) {
        long max = config.maxBufferedBytes().asLongValue();
        return new JournalCapacity(max, max * config.highWatermark() / 100, max * config.lowWatermark() / 100);
    }

    long used() {
        return used.get();
    }

    long max() {
        return max;
    }

    /// Number of contexts that wait for room.
    int waiting() {
        return waiters.size();
    }

    /// Reserves room for an event.
    /// @return false if there is none left; nothing is reserved then
    boolean take(long bytes) {
        long now = used.addAndGet(bytes);
        if (now > max) {
            free(bytes);
            return false;
        }
        if (now >= high && !full) {
            full = true;
            // The memory may have been freed in the meantime by a writer that saw no one waiting.
            free(0);
        }
        return true;
    }

    void free(long bytes) {
        if (used.addAndGet(-bytes) <= low && full) {
            full = false;
            wake();
        }
    }

    boolean isFull() {
        return full;
    }

    /// Runs something on a context once there is room.
    void await(Context context, Runnable resume) {
        waiters.add(new Waiter(context, resume));
        if (!full) {
            wake();
        }
    }

    private void wake() {
        for (Waiter waiter = waiters.poll(); waiter != null; waiter = waiters.poll()) {
            waiter.wake();
        }
    }
}
