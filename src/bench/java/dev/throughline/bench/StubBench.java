package dev.throughline.bench;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/// Streams scenario `long` from a running service, recorded, and prints events per second, the service's memory, what
/// an event costs the service and its database, and whether the database holds every event that was sent.
///
/// `StubBench --url URL --pid PID --database PID --streams 16 --seconds 60 --tokens 20000 --pace-ms 0`
public final class StubBench {
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final String BODY =
            "{\"model\":\"glm-4.7\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Count for me.\"}]}";

    private final URI url;
    private final long pid;
    private final long database;
    private final int streams;
    private final Duration length;
    private final BenchRun run;
    private final LongAdder frames = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final LongAdder broken = new LongAdder();

    /// What was spent until a moment.
    /// @param service CPU time in microseconds
    /// @param database CPU time in microseconds
    private record Costs(long nanos, long events, long service, long database) {}

    private StubBench(Map<String, String> options) throws IOException, InterruptedException {
        url = URI.create(options.getOrDefault("url", "http://127.0.0.1:8080"));
        pid = Long.parseLong(options.getOrDefault("pid", "0"));
        database = Long.parseLong(options.getOrDefault("database", "0"));
        streams = Integer.parseInt(options.getOrDefault("streams", "16"));
        length = Duration.ofSeconds(Long.parseLong(options.getOrDefault("seconds", "60")));
        run = BenchRun.open(
                url,
                "long",
                Integer.parseInt(options.getOrDefault("tokens", "20000")),
                Integer.parseInt(options.getOrDefault("pace-ms", "0")));
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, String> options = new TreeMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i].substring(2), arguments[i + 1]);
        }
        new StubBench(options).measure();
    }

    private void measure() throws Exception {
        long deadline = System.nanoTime() + length.toNanos();
        var running = new CountDownLatch(streams);
        for (int i = 0; i < streams; i++) {
            Thread.ofVirtual().start(() -> {
                stream(deadline);
                running.countDown();
            });
        }
        System.out.printf("%8s %12s %10s %12s %12s%n", "seconds", "events/s", "RSS MiB", "us service", "us database");
        long started = System.nanoTime();
        var before = costs();
        while (!running.await(WINDOW.toMillis(), TimeUnit.MILLISECONDS)) {
            var now = costs();
            print(now.nanos() - started, before, now);
            before = now;
        }
        double seconds = (System.nanoTime() - started) / 1e9;
        System.out.printf(
                "%d streams ended, %d broken, %,d frames in %.1f s: %,.0f events/s%n",
                ended.sum(), broken.sum(), frames.sum(), seconds, frames.sum() / seconds);
        compare();
    }

    private void stream(long deadline) {
        try (var socket = new SseSocket(url, "/r/" + run.id() + "/v1/chat/completions", BODY)) {
            do {
                (socket.stream(frames) ? ended : broken).increment();
            } while (System.nanoTime() < deadline);
        } catch (IOException e) {
            broken.increment();
            System.err.println("a stream broke: " + e);
        }
    }

    private Costs costs() {
        return new Costs(
                System.nanoTime(), frames.sum(), ProcessCpuTime.micros(pid), ProcessCpuTime.microsOfTree(database));
    }

    private void print(long nanos, Costs before, Costs now) throws IOException {
        double events = Math.max(1, now.events() - before.events());
        System.out.printf(
                "%8d %,12.0f %10d %12.2f %12.2f%n",
                TimeUnit.NANOSECONDS.toSeconds(nanos),
                events * 1e9 / (now.nanos() - before.nanos()),
                Vitals.of(pid).residentMebibytes(),
                (now.service() - before.service()) / events,
                (now.database() - before.database()) / events);
    }

    private void compare() throws IOException, InterruptedException {
        BenchRun.Recorded recorded = run.recorded();
        // Each event is a frame, but for the usage, which is none here, and the end, which is two.
        long received = frames.sum();
        System.out.printf(
                "recorded: %,d exchanges, %,d events; received: %,d frames; lost: %,d; counted in %,d, wrong in %,d%n",
                recorded.exchanges(),
                recorded.events(),
                received,
                received - recorded.events(),
                recorded.counted(),
                recorded.wrong());
        if (received != recorded.events() || recorded.wrong() > 0 || broken.sum() > 0) {
            System.exit(1);
        }
    }
}
