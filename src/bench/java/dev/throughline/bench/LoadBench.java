package dev.throughline.bench;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/// Many paced streams at once through the proxy, filtered and recorded: what that adds to the way of a delta beside
/// the same streams without the service, what the service holds in memory, and whether everything is in the database.
///
/// With `--leave N` every Nth stream is left by its client half-way; with `--watch true` memory and open files are
/// compared over time, and growth is a failure. With `--steps N --result-bytes B` each request has a separate, long
/// history: N tool calls, each with a result of B bytes. With `--starts-seconds N` the streams begin over that time.
///
/// `LoadBench --url URL --pid PID --backend-port PORT --streams 1000 --seconds 60 --tokens 400 --pace-ms 50`
public final class LoadBench {
    private static final String PATH = "/v1/chat/completions";
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final Duration STARTS = Duration.ofSeconds(5);
    /// What the service asks of a client that it refuses.
    private static final Duration AGAIN = Duration.ofSeconds(5);
    private static final Duration BASELINE = Duration.ofSeconds(15);
    private static final double NANOS_PER_MICRO = 1e3;

    private final Map<String, String> options;
    private final URI url;
    private final URI direct;
    private final long pid;
    private final int streams;
    private final int tokens;
    private final int leave;
    private final LongHistory history;
    private final Duration starts;

    private LoadBench(Map<String, String> options) {
        this.options = options;
        url = URI.create(options.getOrDefault("url", "http://127.0.0.1:8080"));
        direct = URI.create("http://127.0.0.1:" + options.get("backend-port"));
        pid = Long.parseLong(options.get("pid"));
        streams = number("streams", 1000);
        tokens = number("tokens", 400);
        leave = number("leave", 0);
        history = new LongHistory(number("steps", 0), number("result-bytes", 100));
        starts = Duration.ofSeconds(number("starts-seconds", (int) STARTS.toSeconds()));
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, String> options = new TreeMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i].substring(2), arguments[i + 1]);
        }
        System.exit(new LoadBench(options).measure() ? 0 : 1);
    }

    private int number(String name, int otherwise) {
        return Integer.parseInt(options.getOrDefault(name, Integer.toString(otherwise)));
    }

    private boolean measure() throws Exception {
        try (var backend =
                new PacedBackend(Integer.parseInt(options.get("backend-port")), tokens, number("pace-ms", 50))) {
            System.out.printf("requests of %,d bytes%n", history.next().length());
            System.out.println("without the service");
            Figures without = stream(backend, direct, PATH, BASELINE, 0, List.of());
            System.out.println(without.line());
            BenchRun warm = BenchRun.proxied(url, "bench");
            stream(backend, url, warm.path() + PATH, BASELINE, 0, new ArrayList<>());
            BenchRun run = BenchRun.proxied(url, "bench");
            List<Vitals> vitals = new ArrayList<>();
            System.out.println("through the service");
            Duration length = Duration.ofSeconds(number("seconds", 60));
            Figures through = stream(backend, url, run.path() + PATH, length, leave, vitals);
            System.out.println(through.line());
            System.out.println(through.added(without));
            System.out.printf("backend: %d answers left by their clients%n", backend.leftEarly());
            return isRecorded(run, through)
                    & (!Boolean.parseBoolean(options.getOrDefault("watch", "false"))
                            || Growth.of(vitals).isFlat());
        }
    }

    private boolean isRecorded(BenchRun run, Figures figures) throws IOException, InterruptedException {
        BenchRun.Recorded recorded = run.recorded();
        long lost = figures.deltas() - recorded.events();
        System.out.printf(
                "recorded: %,d exchanges, %,d events; received: %,d deltas; counted in %,d exchanges, wrong in %,d%n",
                recorded.exchanges(), recorded.events(), figures.deltas(), recorded.counted(), recorded.wrong());
        return lost <= 0 && recorded.wrong() == 0 && figures.broken().sum() == 0;
    }

    private Figures stream(
            PacedBackend backend, URI base, String path, Duration length, int leaving, List<Vitals> vitals)
            throws IOException, InterruptedException {
        var figures = new Figures(new ConcurrentHistogram(3), new LongAdder(), new LongAdder(), new LongAdder());
        long deadline = System.nanoTime() + length.toNanos();
        var running = new CountDownLatch(streams);
        var started = new AtomicInteger();
        for (int i = 0; i < streams; i++) {
            long wait = starts.toNanos() / streams * i;
            Thread.ofVirtual().start(() -> {
                LockSupport.parkNanos(wait);
                repeat(base, path, deadline, leaving, started, figures);
                running.countDown();
            });
        }
        long began = System.nanoTime();
        while (!running.await(WINDOW.toMillis(), TimeUnit.MILLISECONDS)) {
            if (base.equals(url)) {
                Vitals now = Vitals.of(pid);
                vitals.add(now);
                System.out.printf(
                        "%6d s %5d open %,12d deltas  p99 %,8.0f us  %5d MiB  %5d handles  %4d threads%n",
                        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began),
                        backend.answering(),
                        figures.deltas(),
                        figures.nanos().getValueAtPercentile(99) / NANOS_PER_MICRO,
                        now.residentMebibytes(),
                        now.handles(),
                        now.threads());
            }
        }
        return figures;
    }

    private void repeat(URI base, String path, long deadline, int leaving, AtomicInteger started, Figures figures) {
        do {
            boolean leaves = leaving > 0 && started.incrementAndGet() % leaving == 0;
            try (var stream = new PacedStream(base, path, history.next())) {
                figures.add(stream.read(figures.nanos()::recordValue, leaves ? tokens / 2 : Integer.MAX_VALUE));
            } catch (IOException e) {
                figures.broken().increment();
                System.err.println("a stream broke: " + e);
            }
        } while (System.nanoTime() < deadline);
    }

    /// What the clients saw.
    private record Figures(Histogram nanos, LongAdder ended, LongAdder refused, LongAdder broken) {
        /// A client that was refused waits before it asks again.
        void add(PacedStream.Ending ending) {
            switch (ending) {
                case ENDED, LEFT -> ended.increment();
                case BROKEN -> broken.increment();
                case REFUSED -> {
                    refused.increment();
                    LockSupport.parkNanos(AGAIN.toNanos());
                }
            }
        }

        long deltas() {
            return nanos.getTotalCount();
        }

        double micros(double percentile) {
            return nanos.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
        }

        String line() {
            return ("%d streams ended, %d refused, %d broken, %,d deltas; "
                            + "on the way p50 %,.0f us, p99 %,.0f us, p99.9 %,.0f us, longest %,.0f us")
                    .formatted(
                            ended.sum(),
                            refused.sum(),
                            broken.sum(),
                            deltas(),
                            micros(50),
                            micros(99),
                            micros(99.9),
                            micros(100));
        }

        String added(Figures without) {
            return "added: p50 %,.0f us, p99 %,.0f us, p99.9 %,.0f us"
                    .formatted(
                            micros(50) - without.micros(50),
                            micros(99) - without.micros(99),
                            micros(99.9) - without.micros(99.9));
        }
    }
}
