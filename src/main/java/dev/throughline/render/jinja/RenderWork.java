package dev.throughline.render.jinja;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// All renderings of one piece of work, such as an answer to a request: they share a deadline, and end when nobody
/// waits for them any more. Both are checked where steps are counted.
public final class RenderWork {
    private static final ScopedValue<RenderWork> CURRENT = ScopedValue.newInstance();
    private static final RenderWork UNLIMITED = new RenderWork(Duration.ofSeconds(Long.MAX_VALUE / 1_000_000_000));

    private final Duration time;
    private final LongSupplier nanos;
    private volatile long begunNanos;
    private volatile boolean isCancelled;

    /// The work was cancelled, or its time is over. Unlike an error of a template it says nothing about the template,
    /// so nobody may take it for the outcome of a rendering.
    public static final class StoppedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private StoppedException(String message) {
            super(message, null, false, false);
        }
    }

    /// @param time for all its renderings together
    public RenderWork(Duration time) {
        this(time, System::nanoTime);
    }

    /// @param nanos a monotonic clock
    RenderWork(Duration time, LongSupplier nanos) {
        this.time = time;
        this.nanos = nanos;
        this.begunNanos = nanos.getAsLong();
    }

    /// Runs the work; its time begins now.
    /// @throws StoppedException from within a rendering
    public <T> T run(Supplier<T> work) {
        begunNanos = nanos.getAsLong();
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    /// Ends the rendering in progress. Callable from any thread.
    public void cancel() {
        isCancelled = true;
    }

    static RenderWork current() {
        return CURRENT.orElse(UNLIMITED);
    }

    /// Call in each loop over what a request brought that counts no steps: the end of its time ends it.
    ///
    /// @throws StoppedException if the work on this thread was cancelled, or its time is over
    public static void checkTime() {
        current().check();
    }

    void check() {
        if (isCancelled) {
            throw new StoppedException("The rendering was cancelled.");
        }
        if (nanos.getAsLong() - begunNanos > time.toNanos()) {
            throw new StoppedException("The rendering took longer than the " + time.toSeconds()
                    + " s that it may; send a shorter conversation, or a template that does less.");
        }
    }
}
