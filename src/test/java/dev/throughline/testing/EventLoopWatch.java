package dev.throughline.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/// Measures how much work one event loop does at a stretch: a tick runs on every event loop each millisecond, and what
/// counts is the CPU time of the loop's thread between two ticks. A tick that is late because the machine is busy, or
/// because the garbage collector runs, costs the loop's thread no CPU time; a task that parses a body does. While a
/// tick is late its thread is sampled, so that a failure can say what it did.
public final class EventLoopWatch implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMillis(50);
    /// How often a loop may do the work of `ReferenceWork` at a stretch where that takes longer.
    private static final int MOST_WORK = 5;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long SAMPLED_NANOS = Duration.ofMillis(10).toNanos();
    private static final int FRAMES = 14;

    private final List<Tick> ticks = new ArrayList<>();
    private final List<ScheduledFuture<?>> timers = new ArrayList<>();
    private final Thread sampler = Thread.ofPlatform().daemon().unstarted(this::sample);
    private volatile boolean isClosed;

    private EventLoopWatch(Vertx vertx) {
        for (EventExecutor loop : ((VertxInternal) vertx).getEventLoopGroup()) {
            var tick = new Tick();
            ticks.add(tick);
            timers.add(loop.scheduleWithFixedDelay(tick, 0, 1, TimeUnit.MILLISECONDS));
        }
        sampler.start();
    }

    /// Does some work, such as a request, and fails if an event loop worked for 50 ms or more at a stretch
    /// meanwhile; on a slow machine, for longer than it takes to parse five megabytes of JSON.
    public static <T> T watched(Vertx vertx, Callable<T> work) throws Exception {
        try (var loops = new EventLoopWatch(vertx)) {
            T answer = work.call();
            assertThat(loops.longest())
                    .as(() -> "CPU time of an event loop at a stretch; it did:\n" + loops.stacks())
                    .isLessThan(limit());
            return answer;
        }
    }

    private static Duration limit() {
        Duration work = ReferenceWork.CPU_TIME.multipliedBy(MOST_WORK);
        return work.compareTo(LONGEST) > 0 ? work : LONGEST;
    }

    /// The most CPU time between two ticks.
    private Duration longest() {
        return Duration.ofNanos(
                ticks.stream().mapToLong(tick -> tick.longest).max().orElseThrow());
    }

    /// What the thread did before the tick that was the latest one by this measure.
    private String stacks() {
        return ticks.stream()
                .max(Comparator.comparingLong(tick -> tick.longest))
                .map(tick -> String.join("\n--\n", tick.longestStacks))
                .orElseThrow();
    }

    private void sample() {
        while (!isClosed) {
            ticks.forEach(Tick::sample);
            LockSupport.parkNanos(SAMPLED_NANOS / 5);
        }
    }

    @Override
    public void close() {
        isClosed = true;
        timers.forEach(timer -> timer.cancel(false));
    }

    /// What this machine needs for a megabyte of JSON, parsed into a tree.
    private static final class ReferenceWork {
        private static final int ROUNDS = 10;
        private static final int OBJECTS = 50_000;
        static final Duration CPU_TIME = measured();

        private static Duration measured() {
            String text = "[" + "{\"a\":1,\"b\":\"text\"},".repeat(OBJECTS) + "{}]";
            var mapper = new JsonMapper();
            long least = Long.MAX_VALUE;
            for (int i = 0; i < ROUNDS; i++) {
                long before = THREADS.getCurrentThreadCpuTime();
                try {
                    assertThat(mapper.readTree(text)).hasSize(OBJECTS + 1);
                } catch (JsonProcessingException e) {
                    throw new AssertionError(text, e);
                }
                least = Math.min(least, THREADS.getCurrentThreadCpuTime() - before);
            }
            return Duration.ofNanos(least);
        }
    }

    /// Lives on one event loop, but for the samples.
    private static final class Tick implements Runnable {
        private final Queue<String> stacks = new ConcurrentLinkedQueue<>();
        private volatile List<String> longestStacks = List.of();
        private volatile Thread thread = Thread.currentThread();
        private volatile long atNanos = Long.MAX_VALUE;
        private volatile long longest;
        private long before = -1;

        @Override
        public void run() {
            long now = THREADS.getCurrentThreadCpuTime();
            if (before >= 0 && now - before > longest) {
                longest = now - before;
                longestStacks = List.copyOf(stacks);
            }
            stacks.clear();
            before = now;
            thread = Thread.currentThread();
            atNanos = System.nanoTime();
        }

        void sample() {
            if (atNanos != Long.MAX_VALUE && System.nanoTime() - atNanos > SAMPLED_NANOS && stacks.size() < 50) {
                stacks.add(Arrays.stream(thread.getStackTrace())
                        .limit(FRAMES)
                        .map(StackTraceElement::toString)
                        .collect(Collectors.joining("\n")));
            }
        }
    }
}
