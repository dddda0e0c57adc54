package dev.throughline.bench;

import dev.throughline.store.database.Database;
import dev.throughline.testing.SyntheticRuns;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// Fills the database of a started service with synthetic sealed runs, one in a hundred of live traffic, and opens its
/// pages over HTTP, one at a time, all kinds in turns. Prints median, 99th percentile and size of each. Exits with 1
/// when the median of a page is above 100 ms.
///
/// Without runs to fill in, it opens the pages of the existing ones.
///
/// `PagesBench --url URL --data DIRECTORY --runs 1000000 --rounds 50`
public final class PagesBench {
    private static final double BAR_MILLIS = 100;
    private static final int WARM_UP = 5;
    private static final String VERDICTS = """
            INSERT INTO verdict (run_id, verdict, scored, report)
            SELECT run_id, word, now(), jsonb_build_object('verdict', word, 'assessment', word || ': synthetic.',
                'capabilities', jsonb_build_object('THINK', jsonb_build_object('status', 'PARTIAL', 'withinTurn',
                    'PRESERVED', 'acrossTurns', 'BROKEN', 'due', 4, 'exact', 2, 'outcomes', '{}'::jsonb)),
                'items', '[]'::jsonb, 'notes', '[]'::jsonb)
            FROM (SELECT run_id, (ARRAY['PASS', 'PASS', 'PASS', 'PASS', 'FAIL', 'INCONCLUSIVE'])[1
                + abs(hashtext(run_id)) % 6] AS word FROM run WHERE state = 'SEALED') r
            ON CONFLICT DO NOTHING;
            UPDATE run SET live_base = 'stub', live_day = cast(created AT TIME ZONE 'UTC' AS date)
            WHERE label = 'made' AND abs(hashtext(run_id)) % 100 = 7;
            VACUUM ANALYZE verdict;
            VACUUM ANALYZE run""";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI url;

    private PagesBench(URI url) {
        this.url = url;
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, String> options = new TreeMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i].substring(2), arguments[i + 1]);
        }
        int runs = Integer.parseInt(options.getOrDefault("runs", "10000"));
        String run;
        try (Database database = Database.openEmbedded(Path.of(options.get("data")))) {
            run = prepare(database, runs);
        }
        var bench = new PagesBench(URI.create(options.get("url")));
        boolean isMet = bench.measure(Integer.parseInt(options.getOrDefault("rounds", "20")), run);
        System.out.printf("bar: every page within %.0f ms: %s%n", BAR_MILLIS, isMet ? "met" : "MISSED");
        System.exit(isMet ? 0 : 1);
    }

    /// Fills in the runs, and chooses one whose page is opened.
    private static String prepare(Database database, int runs) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            if (runs > 0) {
                SyntheticRuns.load(connection, runs);
                for (String sql : VERDICTS.split(";\n")) {
                    statement.execute(sql);
                }
            }
            try (var rows =
                    statement.executeQuery("SELECT count(*) OVER (), run_id FROM run ORDER BY run_id DESC LIMIT 1")) {
                rows.next();
                System.out.printf("%,d runs%n", rows.getLong(1));
                return rows.getString(2);
            }
        }
    }

    private boolean measure(int rounds, String run) throws IOException, InterruptedException {
        Map<String, String> pages = pages(run);
        Map<String, Timings> timings = new LinkedHashMap<>();
        Map<String, Integer> bytes = new LinkedHashMap<>();
        pages.keySet().forEach(name -> timings.put(name, new Timings(rounds)));
        for (int round = -WARM_UP; round < rounds; round++) {
            for (Map.Entry<String, String> page : pages.entrySet()) {
                long began = System.nanoTime();
                bytes.put(page.getKey(), open(page.getValue()));
                if (round >= 0) {
                    timings.get(page.getKey()).add((System.nanoTime() - began) / 1e6);
                }
            }
        }
        System.out.printf("%-28s %9s %9s %9s%n", "", "median ms", "p99 ms", "bytes");
        timings.forEach((name, of) ->
                System.out.printf("%-28s %9.1f %9.1f %,9d%n", name, of.at(0.5), of.at(0.99), bytes.get(name)));
        return timings.values().stream().allMatch(of -> of.at(0.5) <= BAR_MILLIS);
    }

    private static Map<String, String> pages(String run) {
        String client = SyntheticRuns.client(7);
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("home", "/");
        pages.put("live", "/live");
        pages.put("runs", "/runs");
        pages.put("runs, failed", "/runs?q=verdict:fail");
        pages.put("runs of a client", "/runs?q=client:" + client);
        pages.put("runs, failed, of a client", "/runs?q=verdict:fail+client:" + client);
        pages.put("runs of no client", "/runs?q=client:none");
        pages.put("runs, failed, of none", "/runs?q=verdict:fail+client:none");
        pages.put("runs of a backend", "/runs?q=backend:none");
        pages.put("open runs", "/runs?q=state:open");
        pages.put("runs with a word", "/runs?q=nowhere");
        pages.put("runs since", "/runs?q=since:2d");
        pages.put("run", "/runs/" + run);
        pages.put("exchange", "/runs/" + run + "/exchanges/1");
        pages.put("traffic", "/traffic");
        pages.put("matrix", "/matrix");
        pages.put("matrix of a client", "/matrix?client=" + client);
        pages.put("can-i-use", "/matrix/can-i-use?client=" + client + "&version=1.1.0");
        return pages;
    }

    /// Opens a page.
    /// @return its size in bytes
    private int open(String path) throws IOException, InterruptedException {
        HttpResponse<byte[]> page = http.send(
                HttpRequest.newBuilder(url.resolve(path))
                        .header("accept", "text/html")
                        .timeout(Duration.ofSeconds(60))
                        .build(),
                BodyHandlers.ofByteArray());
        if (page.statusCode() != 200) {
            throw new IOException("200 was expected of " + path + ", found " + page.statusCode());
        }
        return page.body().length;
    }
}
