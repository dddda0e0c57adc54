package dev.throughline.testing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/// What work costs its thread, whatever the machine does beside: a limit on it holds on a busy machine too.
public final class CpuTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private CpuTime() {}

    /// The time that this thread computes for it.
    public static Duration of(Runnable work) {
        long before = THREADS.getCurrentThreadCpuTime();
        work.run();
        return Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - before);
    }
}
