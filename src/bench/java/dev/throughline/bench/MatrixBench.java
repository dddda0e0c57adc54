package dev.throughline.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.store.database.Database;
import dev.throughline.testing.SyntheticRuns;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// Fills the database of a started service with synthetic runs and asks it for the matrix over HTTP, one request at a
/// time, all kinds in turns. Prints median and 99th percentile of each, and the median as a multiple of the cheapest
/// question there is (what is claimed of a product that has no claims: no statement), which the load of the
/// machine slows as much. Exits with 1 when the first page takes 50 ms or more.
///
/// Without runs to fill in, it queries the existing ones.
///
/// `MatrixBench --url URL --data DIRECTORY --runs 1000000 --rounds 200`
public final class MatrixBench {
    private static final JsonMapper JSON = new JsonMapper();
    private static final double BAR_MILLIS = 50;
    private static final int WARM_UP = 10;
    private static final String MATRIX = "/api/v1/matrix";
    private static final String CHEAPEST = "cheapest question";
    private static final String DEFAULT = "first page";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI url;

    private MatrixBench(URI url) {
        this.url = url;
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, String> options = new TreeMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i].substring(2), arguments[i + 1]);
        }
        int runs = Integer.parseInt(options.getOrDefault("runs", "1000000"));
        if (runs > 0) {
            try (Database database = Database.open(Map.of("THROUGHLINE_DATA_DIR", options.get("data")))) {
                fill(database, runs);
            }
        }
        var bench = new MatrixBench(URI.create(options.get("url")));
        double first = bench.measure(Integer.parseInt(options.getOrDefault("rounds", "200")));
        System.out.printf("bar: first page under %.0f ms: %s%n", BAR_MILLIS, first < BAR_MILLIS ? "met" : "MISSED");
        System.exit(first < BAR_MILLIS ? 0 : 1);
    }

    private static void fill(Database database, int runs) throws SQLException {
        long began = System.nanoTime();
        try (Connection connection = database.dataSource().getConnection()) {
            SyntheticRuns.load(connection, runs);
            try (var counts = connection.createStatement().executeQuery("""
                    SELECT (SELECT count(*) FROM run), (SELECT count(*) FROM evidence),
                        pg_size_pretty(pg_database_size(current_database()))""")) {
                counts.next();
                System.out.printf(
                        "%,d runs, %,d of them evidence, %s; filled in %.0f s%n",
                        counts.getLong(1), counts.getLong(2), counts.getString(3), (System.nanoTime() - began) / 1e9);
            }
        }
    }

    private double measure(int rounds) throws IOException, InterruptedException {
        Map<String, HttpRequest> requests = requests();
        Map<String, Timings> timings = new LinkedHashMap<>();
        requests.keySet().forEach(name -> timings.put(name, new Timings(rounds)));
        for (int round = -WARM_UP; round < rounds; round++) {
            for (Map.Entry<String, HttpRequest> request : requests.entrySet()) {
                double millis = millis(request.getValue());
                if (round >= 0) {
                    timings.get(request.getKey()).add(millis);
                }
            }
        }
        double cheapest = timings.get(CHEAPEST).at(0.5);
        System.out.printf("%-32s %9s %9s %9s%n", "", "median ms", "p99 ms", "ratio");
        timings.forEach((name, of) ->
                System.out.printf("%-32s %9.2f %9.2f %9.1f%n", name, of.at(0.5), of.at(0.99), of.at(0.5) / cheapest));
        return timings.get(DEFAULT).at(0.5);
    }

    private Map<String, HttpRequest> requests() throws IOException, InterruptedException {
        HttpResponse<String> first = http.send(get(MATRIX), BodyHandlers.ofString());
        JsonNode page = JSON.readTree(first.body());
        String client = SyntheticRuns.client(7);
        String asOf = Instant.now()
                .minus(Duration.ofDays(90))
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
        Map<String, HttpRequest> requests = new LinkedHashMap<>();
        requests.put(CHEAPEST, get("/api/v1/claims?product=nothing"));
        requests.put(DEFAULT, get(MATRIX));
        requests.put(
                "first page, known (304)",
                HttpRequest.newBuilder(get(MATRIX), (name, value) -> true)
                        .header(
                                "if-none-match",
                                first.headers().firstValue("etag").orElse(""))
                        .build());
        requests.put("second page", get(MATRIX + "?cursor=" + page.path("next").textValue()));
        requests.put("of a client", get(MATRIX + "?client=" + client));
        requests.put("of a version", get(MATRIX + "?client=" + client + "&version=1.1.0"));
        requests.put("broken thinking", get(MATRIX + "?capability=THINK&status=BROKEN"));
        requests.put("of a backend", get(MATRIX + "?backend=vllm"));
        requests.put("of a product on any side", get(MATRIX + "?product=sglang"));
        requests.put("that nothing is like", get(MATRIX + "?model=none"));
        requests.put("latest", get(MATRIX + "?latest=true"));
        requests.put("latest of a client", get(MATRIX + "?latest=true&client=" + client));
        requests.put("asOf 90 days ago", get(MATRIX + "?asOf=" + asOf));
        requests.put("ranges of a client, THINK", get(MATRIX + "/ranges?capability=THINK&client=" + client));
        requests.put("can-i-use", get("/api/v1/can-i-use?client=" + client + "@1.1.0&dialect=openai-chat"));
        requests.put("badge", get("/badge/" + client + "/THINK.svg"));
        requests.put(
                "history of a cell",
                get(MATRIX + "/cells/" + page.at("/cells/0/id").textValue() + "/history"));
        requests.put("the page for people", get("/matrix"));
        return requests;
    }

    private HttpRequest get(String path) {
        return HttpRequest.newBuilder(url.resolve(path))
                .timeout(Duration.ofSeconds(60))
                .build();
    }

    private double millis(HttpRequest request) throws IOException, InterruptedException {
        long began = System.nanoTime();
        HttpResponse<byte[]> answer = http.send(request, BodyHandlers.ofByteArray());
        double millis = (System.nanoTime() - began) / 1e6;
        if (answer.statusCode() != 200 && answer.statusCode() != 304) {
            throw new IOException("200 was expected of " + request.uri() + ", found " + answer.statusCode());
        }
        return millis;
    }
}
