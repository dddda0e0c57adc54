package dev.throughline.bench;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// Asks a running service for short answers of the stub, recorded, and prints exchanges per second and what each of
/// them costs the service's process and the database's: what an exchange takes beside its tokens.
///
/// `ExchangeBench --url URL --pid PID --database PID --connections 16 --exchanges 20000 --warm-up 10000 --tokens 4`
///
/// With `--base /proxy/NAME --model MODEL` it asks a backend of the service instead.
public final class ExchangeBench {
    private static final String BODY =
            "{\"model\":\"%s\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Say hello.\"}]}";

    private final URI url;
    private final long service;
    private final long database;
    private final int connections;
    private final String path;
    private final String body;

    private ExchangeBench(URI url, long service, long database, int connections, String path, String body) {
        this.url = url;
        this.service = service;
        this.database = database;
        this.connections = connections;
        this.path = path;
        this.body = body;
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, String> options = new TreeMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i].substring(2), arguments[i + 1]);
        }
        URI url = URI.create(options.getOrDefault("url", "http://127.0.0.1:8080"));
        BenchRun run = BenchRun.open(url, "plain", Integer.parseInt(options.getOrDefault("tokens", "4")), 0);
        var bench = new ExchangeBench(
                url,
                Long.parseLong(options.get("pid")),
                Long.parseLong(options.get("database")),
                Integer.parseInt(options.getOrDefault("connections", "16")),
                options.getOrDefault("base", "/r/" + run.id()) + "/v1/chat/completions",
                BODY.formatted(options.getOrDefault("model", "glm-4.7")));
        bench.measure(Integer.parseInt(options.getOrDefault("warm-up", "10000")));
        System.out.println(bench.measure(Integer.parseInt(options.getOrDefault("exchanges", "20000"))));
    }

    private String measure(int exchanges) throws IOException, InterruptedException {
        var left = new AtomicInteger(exchanges);
        var broken = new LongAdder();
        var running = new CountDownLatch(connections);
        long serviceCpu = ProcessCpuTime.micros(service);
        long databaseCpu = ProcessCpuTime.microsOfTree(database);
        long started = System.nanoTime();
        for (int i = 0; i < connections; i++) {
            Thread.ofVirtual().start(() -> {
                ask(left, broken);
                running.countDown();
            });
        }
        running.await();
        double seconds = (System.nanoTime() - started) / 1e9;
        return "%,d exchanges, %d broken, %.1f s: %,.0f exchanges/s, %,d us CPU per exchange, %,d us of the database"
                .formatted(
                        exchanges,
                        broken.sum(),
                        seconds,
                        exchanges / seconds,
                        (ProcessCpuTime.micros(service) - serviceCpu) / exchanges,
                        (ProcessCpuTime.microsOfTree(database) - databaseCpu) / exchanges);
    }

    private void ask(AtomicInteger left, LongAdder broken) {
        var frames = new LongAdder();
        try (var socket = new SseSocket(url, path, body)) {
            while (left.getAndDecrement() > 0) {
                if (!socket.stream(frames)) {
                    broken.increment();
                }
            }
        } catch (IOException e) {
            broken.increment();
            System.err.println("a connection broke: " + e);
        }
    }
}
