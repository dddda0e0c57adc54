package dev.throughline.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.server.AnthropicWire;
import dev.throughline.harness.server.ChatWire;
import dev.throughline.harness.server.ResponsesWire;
import dev.throughline.harness.server.Wire;
import dev.throughline.probe.Defect;
import dev.throughline.probe.ReferenceClient;
import dev.throughline.testing.TestRun;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// Agents of three dialects that talk through the proxies of several services on one PostgreSQL, any request through
/// any of them, and abandon some answers. Checks that memory, open files and database connections stay flat, that
/// no conversation loses reasoning, and that every answer a client saw end is recorded as ended.
///
/// `AgentSoak --urls URL,URL --pids PID,PID --database PID --seconds 3600 --agents 12 --turns 8`
public final class AgentSoak {
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final List<String> OUTPUTS = List.of("native", "raw-glm-4.5");

    private final List<URI> services;
    private final List<Long> pids;
    private final long database;
    private final Duration length;
    private final int agents;
    private final int turns;
    private final SoakFindings findings = new SoakFindings();

    private AgentSoak(Map<String, String> options) {
        services =
                Arrays.stream(options.get("urls").split(",")).map(URI::create).toList();
        pids = Arrays.stream(options.get("pids").split(",")).map(Long::valueOf).toList();
        database = Long.parseLong(options.get("database"));
        length = Duration.ofSeconds(Long.parseLong(options.getOrDefault("seconds", "3600")));
        agents = Integer.parseInt(options.getOrDefault("agents", "12"));
        turns = Integer.parseInt(options.getOrDefault("turns", "8"));
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, String> options = new TreeMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i].substring(2), arguments[i + 1]);
        }
        System.exit(new AgentSoak(options).measure() ? 0 : 1);
    }

    private boolean measure() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + length.toNanos();
        List<Wire> wires = List.of(new ChatWire(), new AnthropicWire(), new ResponsesWire());
        var running = new CountDownLatch(agents);
        for (int i = 0; i < agents; i++) {
            Wire wire = wires.get(i % wires.size());
            String output = OUTPUTS.get(i / wires.size() % OUTPUTS.size());
            Thread.ofVirtual().start(() -> {
                repeat(wire, output, deadline);
                running.countDown();
            });
        }
        List<List<Vitals>> vitals = watch(running);
        System.out.println(findings.line());
        boolean isFlat = true;
        for (int i = 0; i < pids.size(); i++) {
            System.out.print(services.get(i) + ": ");
            isFlat &= Growth.of(vitals.get(i)).isFlat();
        }
        System.out.print("connections of the database: ");
        return isFlat & Growth.of(vitals.getLast()).isFlat() & findings.isRight();
    }

    /// What each service holds, in windows; last the database, whose processes count as its handles.
    private List<List<Vitals>> watch(CountDownLatch running) throws IOException, InterruptedException {
        List<List<Vitals>> vitals = new ArrayList<>();
        for (int i = 0; i <= pids.size(); i++) {
            vitals.add(new ArrayList<>());
        }
        long began = System.nanoTime();
        while (!running.await(WINDOW.toMillis(), TimeUnit.MILLISECONDS)) {
            var line = new StringBuilder(
                    "%6d s  %s".formatted(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began), findings.line()));
            for (int i = 0; i < pids.size(); i++) {
                Vitals now = Vitals.of(pids.get(i));
                vitals.get(i).add(now);
                line.append("  %d MiB %d handles %d threads"
                        .formatted(now.residentMebibytes(), now.handles(), now.threads()));
            }
            long connections = ProcessHandle.of(database)
                    .map(server -> server.children().count())
                    .orElse(0L);
            vitals.getLast().add(new Vitals(1, connections, 1));
            System.out.println(line.append("  %d processes of the database".formatted(connections)));
        }
        return vitals;
    }

    private void repeat(Wire wire, String output, long deadline) {
        while (System.nanoTime() < deadline) {
            try {
                converse(wire, output);
            } catch (IOException e) {
                findings.broken("a conversation broke: " + e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void converse(Wire wire, String output) throws IOException, InterruptedException {
        URI first = services.get(ThreadLocalRandom.current().nextInt(services.size()));
        TestRun stub = TestRun.open(first, Map.of("scenario", "tools", "output", output));
        TestRun proxy = TestRun.open(first, Map.of("mode", "proxy", "backend", "run:" + stub.id()));
        List<String> bases = services.stream()
                .map(service -> service.resolve("/r/" + proxy.id()).toString())
                .toList();
        var transport = new SoakTransport(bases, findings);
        var client = new ReferenceClient(transport, wire, Defect.none());
        for (int turn = 1; turn <= turns; turn++) {
            client.turn("This is turn " + turn + ".");
        }
        JsonNode report = stub.report();
        findings.judged(
                report.path("verdict").asText().equals("PASS"),
                wire.path() + " " + output + " " + stub.id() + ": "
                        + report.path("sentence").asText());
        transport.verify(proxy);
        stub.seal();
        proxy.seal();
    }
}
