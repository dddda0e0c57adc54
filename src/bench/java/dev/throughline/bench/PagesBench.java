package dev.throughline.bench;

import dev.throughline.access.Scope;
import dev.throughline.store.database.Database;
import dev.throughline.testing.SyntheticRuns;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// Fills the database of a started service, whose access needs keys, with synthetic runs and one real run of 10,000
/// requests, and opens its pages over HTTP, one at a time, all kinds in turns: with a key that sees all, with one that
/// sees its own and published runs, and with one that has no run. Prints median, worst, CPU time of service and
/// database together, and size of each. Exits with 1 when the median of a page is above 100 ms, or a page and its
/// style sheet are above 100 KB (100,000 bytes). Where other work shares the processors the CPU time is what a page
/// costs; it is counted in steps of 10 ms, so that it needs some rounds.
///
/// Without runs to fill in, it uses the existing ones, with a further run of many requests.
///
/// `PagesBench --url URL --data DIRECTORY --pid PID --database PID --runs 1000000 --exchanges 10000 --rounds 20`
public final class PagesBench {
    private static final double BAR_MILLIS = 100;
    private static final int BAR_BYTES = 100_000;
    private static final int WARM_UP = 3;
    private static final Duration KEYS_ARE_READ_WITHIN = Duration.ofSeconds(20);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI url;
    private final int rounds;
    private final long service;
    private final long postmaster;
    private boolean isMet = true;

    private PagesBench(Map<String, String> options) {
        this.url = URI.create(options.get("url"));
        this.rounds = Integer.parseInt(options.getOrDefault("rounds", "20"));
        this.service = Long.parseLong(options.get("pid"));
        this.postmaster = Long.parseLong(options.get("database"));
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, String> options = new TreeMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i].substring(2), arguments[i + 1]);
        }
        int runs = Integer.parseInt(options.getOrDefault("runs", "1000000"));
        int exchanges = Integer.parseInt(options.getOrDefault("exchanges", "10000"));
        var bench = new PagesBench(options);
        try (Database database = Database.open(Map.of("THROUGHLINE_DATA_DIR", options.get("data")))) {
            bench.run(new PagesBenchData(database), runs, exchanges);
        }
        System.out.printf(
                "bar: every page within %.0f ms and %,d bytes: %s%n",
                BAR_MILLIS, BAR_BYTES, bench.isMet ? "met" : "MISSED");
        System.exit(bench.isMet ? 0 : 1);
    }

    private void run(PagesBenchData data, int runs, int exchanges) throws Exception {
        long began = System.nanoTime();
        if (runs > 0) {
            data.fill(runs);
        }
        String all = data.key(Scope.ADMIN);
        String own = data.key(Scope.RUN);
        String stranger = data.key(Scope.READ);
        awaitKey(own);
        var large = new LargeRun(url, own);
        large.hold(exchanges);
        System.out.printf(
                "%,d runs, one of them with %,d requests; filled in %.0f s%n",
                data.runs(), exchanges, (System.nanoTime() - began) / 1e9);
        String made = data.oldest(data.runs() / 2);
        measure("the key sees all, the large run is open", all, pages(made, large.id(), exchanges));
        measure("the key sees its own", own, pages("", large.id(), exchanges));
        measure("the key has no run", stranger, pages("", "", exchanges));
        large.seal();
        measure("the large run is sealed", all, largePages(made, large.id(), exchanges));
    }

    private void awaitKey(String key) throws IOException, InterruptedException {
        long until = System.nanoTime() + KEYS_ARE_READ_WITHIN.toNanos();
        while (send("/runs", key).statusCode() != 200) {
            if (System.nanoTime() > until) {
                throw new IOException("the service did not read its new keys");
            }
        }
    }

    private void measure(String title, String key, Map<String, String> pages) throws IOException, InterruptedException {
        Map<String, Timings> timings = new LinkedHashMap<>();
        Map<String, Integer> bytes = new LinkedHashMap<>();
        Map<String, Long> cpu = new LinkedHashMap<>();
        int styles = open("/assets/throughline.css", key);
        pages.keySet().forEach(name -> timings.put(name, new Timings(rounds)));
        for (int round = -WARM_UP; round < rounds; round++) {
            for (Map.Entry<String, String> page : pages.entrySet()) {
                long before = cpuMicros();
                long began = System.nanoTime();
                bytes.put(page.getKey(), open(page.getValue(), key) + styles);
                if (round >= 0) {
                    timings.get(page.getKey()).add((System.nanoTime() - began) / 1e6);
                    cpu.merge(page.getKey(), cpuMicros() - before, Long::sum);
                }
            }
        }
        System.out.printf("%n%-44s %9s %9s %9s %12s%n", title, "median ms", "worst ms", "CPU ms", "HTML + CSS");
        timings.forEach((name, of) -> {
            boolean isWithin = of.at(0.5) <= BAR_MILLIS && bytes.get(name) <= BAR_BYTES;
            isMet &= isWithin;
            System.out.printf(
                    "%-44s %9.1f %9.1f %9.1f %,12d%s%n",
                    name,
                    of.at(0.5),
                    of.at(1),
                    cpu.get(name) / 1e3 / rounds,
                    bytes.get(name),
                    isWithin ? "" : "  MISSED");
        });
    }

    private long cpuMicros() {
        return ProcessCpuTime.micros(service) + ProcessCpuTime.microsOfTree(postmaster);
    }

    /// Every page of the service.
    /// @param made a synthetic run; empty for a key that sees none
    /// @param large the run of many requests; empty for a key that does not see it
    private static Map<String, String> pages(String made, String large, int exchanges) {
        String client = SyntheticRuns.client(7);
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("home", "/");
        pages.put("live", "/live");
        pages.put("traffic", "/traffic");
        pages.put("runs", "/runs");
        pages.put("runs, failed", "/runs?q=verdict:fail");
        pages.put("runs, passed", "/runs?q=verdict:pass");
        pages.put("runs of a client", "/runs?q=client:" + client);
        pages.put("runs of a client and version", "/runs?q=client:" + client + "+version:1.1.0");
        pages.put("runs, failed, of a client", "/runs?q=verdict:fail+client:" + client);
        pages.put("runs of no client", "/runs?q=client:none");
        pages.put("runs, failed, of no client", "/runs?q=verdict:fail+client:none");
        pages.put("runs of a backend", "/runs?q=backend:vllm");
        pages.put("runs, failed, of a backend", "/runs?q=verdict:fail+backend:vllm");
        pages.put("runs of the stub", "/runs?q=backend:stub");
        pages.put("runs of no backend", "/runs?q=backend:none");
        pages.put("open runs", "/runs?q=state:open");
        pages.put("runs with a word", "/runs?q=synthetic");
        pages.put("runs with no such word", "/runs?q=nowhere");
        pages.put("failed runs with no such word", "/runs?q=verdict:fail+nowhere");
        pages.put("runs since", "/runs?q=since:2d");
        if (!made.isEmpty()) {
            pages.put("runs, 500,000 further down", "/runs?before=" + made);
            pages.put("failed runs, 500,000 further down", "/runs?q=verdict:fail&before=" + made);
            pages.put("run", "/runs/" + made);
        }
        pages.put("matrix", "/matrix");
        pages.put("matrix, every setting", "/matrix?latest=true");
        pages.put("matrix of a client", "/matrix?client=" + client);
        pages.put("matrix, two versions", "/matrix/compare?from=" + client + "@1.1.0&to=" + client + "@1.2.0");
        pages.put("matrix, two moments", "/matrix/compare?from=2026-09-01&to=2026-11-01");
        pages.put("can-i-use", "/matrix/can-i-use?client=" + client + "&version=1.1.0");
        if (!large.isEmpty()) {
            pages.putAll(largePages(made, large, exchanges));
        }
        return pages;
    }

    private static Map<String, String> largePages(String made, String large, int exchanges) {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("large run", "/runs/" + large);
        pages.put("large run, further requests", "/runs/" + large + "?conversation=1&after=300");
        pages.put("large run, later conversation", "/runs/" + large + "?conversation=" + exchanges / 2);
        pages.put("first exchange", "/runs/" + large + "/exchanges/1");
        pages.put("last exchange", "/runs/" + large + "/exchanges/" + exchanges);
        if (!made.isEmpty()) {
            pages.put("two runs compared", "/runs/compare?run=" + large + "&run=" + made);
        }
        return pages;
    }

    /// Opens a page.
    /// @return its size in bytes
    private int open(String path, String key) throws IOException, InterruptedException {
        HttpResponse<byte[]> page = send(path, key);
        if (page.statusCode() != 200) {
            throw new IOException("200 was expected of " + path + ", found " + page.statusCode());
        }
        return page.body().length;
    }

    private HttpResponse<byte[]> send(String path, String key) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url.resolve(path))
                .header("accept", "text/html")
                .header("authorization", "Bearer " + key)
                .timeout(Duration.ofSeconds(60))
                .build();
        return http.send(request, BodyHandlers.ofByteArray());
    }
}
