package dev.throughline.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.cli.CommandNames;
import dev.throughline.store.database.Database;
import dev.throughline.testing.GetEndpoints;
import dev.throughline.testing.LargeRunRows;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Makes a run of many requests in the database of a started service with little memory, and asks everything about it:
/// every GET endpoint of the service's OpenAPI document, every report format, the pages, and every command. Prints
/// how long each took. Exits with 1 when an answer is an error, or the report of the sealed run takes more than 200
/// ms.
///
/// `LargeBench --url URL --data DIRECTORY --pid PID --requests 1000000 --longest 100000`
public final class LargeBench {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int MOST_IN_ONE = 100_000;
    private static final double BAR_MILLIS = 200;
    private static final int ROUNDS = 20;
    private static final Duration PATIENCE = Duration.ofMinutes(45);
    private static final List<String> FORMATS = List.of("json", "html", "text", "jsonl", "junit", "sarif", "csv");
    /// Commands that read nothing of a run: they start programs, other services or none.
    private static final List<String> OTHERS = List.of(
            "serve",
            "check client",
            "check clients",
            "check backend",
            "bisect",
            "help",
            "docs",
            "completion",
            "recipes",
            "keys",
            "retention",
            "template",
            "matrix site");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI url;
    private final long pid;
    private boolean isMet = true;

    private LargeBench(URI url, long pid) {
        this.url = url;
        this.pid = pid;
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, String> options = new TreeMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i].substring(2), arguments[i + 1]);
        }
        int requests = Integer.parseInt(options.getOrDefault("requests", "1000000"));
        int longest = Integer.parseInt(
                options.getOrDefault("longest", Integer.toString(Math.min(MOST_IN_ONE, requests / 2))));
        var bench = new LargeBench(URI.create(options.get("url")), Long.parseLong(options.get("pid")));
        try (Database database = Database.open(Map.of("THROUGHLINE_DATA_DIR", options.get("data")))) {
            bench.run(database, requests, longest);
        }
        System.out.println(
                "bar: no error, report of the sealed run within 200 ms: " + (bench.isMet ? "met" : "MISSED"));
        System.exit(bench.isMet ? 0 : 1);
    }

    private void run(Database database, int requests, int longest) throws Exception {
        JsonNode opened = JSON.readTree(post("/api/v1/runs", """
                {"label": "large", "client": {"name": "large-client", "version": "1.0.0"}}"""));
        String run = opened.path("id").asText();
        if (run.isEmpty()) {
            throw new IOException("no run was opened: " + opened);
        }
        begin(run);
        long began = System.nanoTime();
        fill(database, new LargeRunRows(run, requests, longest));
        System.out.printf("%,d requests, %,d in one conversation; filled in %s%n", requests, longest, since(began));
        Map<String, String> asked = asked(run, requests, longest);
        System.out.printf("%nthe run is open%n");
        for (Map.Entry<String, String> one : asked.entrySet()) {
            ask(one.getKey(), one.getValue());
        }
        began = System.nanoTime();
        post("/api/v1/runs/" + run + "/seal", "{}");
        System.out.printf("%nsealed in %s%n", since(began));
        for (Map.Entry<String, String> one : asked.entrySet()) {
            ask(one.getKey(), one.getValue());
        }
        report(run);
        System.out.printf("%ncommands%n");
        for (String command : CommandNames.all()) {
            command(command, run);
        }
        System.out.printf("%nservice: %d MiB resident%n", Vitals.of(pid).residentMebibytes());
    }

    /// Two requests, of which the second continues the first.
    private void begin(String run) throws IOException, InterruptedException {
        var large = new LargeRun(url, "none", run);
        large.converse(2);
    }

    private static void fill(Database database, LargeRunRows rows) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : rows.statements()) {
                statement.execute(sql);
            }
        }
    }

    private Map<String, String> asked(String run, int requests, int longest) throws IOException, InterruptedException {
        Map<String, String> all = new LinkedHashMap<>(
                GetEndpoints.ofRun(JSON.readTree(get("/openapi?format=json").body()), run, longest - 3));
        // Its answer never ends.
        all.remove("/api/v1/runs/{run}/events");
        FORMATS.forEach(format -> all.put("report " + format, "/api/v1/runs/" + run + "/report?format=" + format));
        all.put("page of the run", "/runs/" + run);
        all.put("its last part", "/runs/" + run + "?conversation=1&after=" + (longest - 40));
        all.put("page of an exchange", "/runs/" + run + "/exchanges/" + longest);
        all.put("the last exchanges", "/api/v1/runs/" + run + "/exchanges?after=" + (requests - 10));
        all.put("home", "/");
        all.put("live", "/live");
        all.put("runs", "/runs");
        return all;
    }

    private void ask(String name, String path) throws IOException, InterruptedException {
        long began = System.nanoTime();
        HttpResponse<byte[]> answer = http.send(
                HttpRequest.newBuilder(url.resolve(path)).timeout(PATIENCE).build(), BodyHandlers.ofByteArray());
        boolean isRight = answer.statusCode() < 500;
        isMet &= isRight;
        System.out.printf(
                "%-52s %3d %12s %,14d bytes%s%n",
                name, answer.statusCode(), since(began), answer.body().length, isRight ? "" : "  WRONG");
    }

    private void report(String run) throws IOException, InterruptedException {
        var timings = new Timings(ROUNDS);
        for (int round = 0; round < ROUNDS; round++) {
            long began = System.nanoTime();
            get("/api/v1/runs/" + run + "/report?format=json");
            timings.add((System.nanoTime() - began) / 1e6);
        }
        isMet &= timings.at(0.5) <= BAR_MILLIS;
        System.out.printf(
                "%nreport of the sealed run: median %.1f ms, worst %.1f ms%n", timings.at(0.5), timings.at(1));
    }

    private void command(String name, String run) throws IOException, InterruptedException {
        if (OTHERS.stream().anyMatch(other -> name.equals(other) || name.startsWith(other + " "))) {
            return;
        }
        List<String> line = new ArrayList<>(List.of("./throughline"));
        line.addAll(List.of(name.split(" ")));
        line.addAll(arguments(name, run));
        var process = new ProcessBuilder(line).redirectErrorStream(true);
        process.environment().put("THROUGHLINE_HEAP", "256m");
        process.environment().put("THROUGHLINE_SERVER", url.toString());
        File out = File.createTempFile("large", ".out");
        process.redirectOutput(out);
        long began = System.nanoTime();
        Process started = process.start();
        boolean isEnded = started.waitFor(PATIENCE.toMinutes(), TimeUnit.MINUTES);
        int code = isEnded ? started.exitValue() : -1;
        // 0, 1 and 2 answer a question; 64 would be a command without its arguments, 70 a failure.
        boolean isRight = code >= 0 && code < 64;
        isMet &= isRight;
        System.out.printf(
                "%-52s %3d %12s %,14d bytes%s%n", name, code, since(began), out.length(), isRight ? "" : "  WRONG");
        if (!isRight) {
            System.out.println("    " + lastLine(out.toPath()));
        }
        if (!out.delete() || !isEnded) {
            started.destroy();
        }
    }

    private static String lastLine(Path out) throws IOException {
        try (Stream<String> lines = Files.lines(out)) {
            return lines.reduce("", (_, line) -> line);
        }
    }

    private List<String> arguments(String name, String run) {
        return switch (name) {
            case "report", "prefix", "export-training" -> List.of(run);
            case "render" -> List.of(run + "/2");
            case "diff" -> List.of(run, run);
            case "can-i-use" -> List.of("large-client@1.0.0");
            default -> List.of();
        };
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(url.resolve(path)).timeout(PATIENCE).build(), BodyHandlers.ofString());
    }

    private String post(String path, String json) throws IOException, InterruptedException {
        return http.send(
                        HttpRequest.newBuilder(url.resolve(path))
                                .timeout(PATIENCE)
                                .header("content-type", "application/json")
                                .POST(BodyPublishers.ofString(json))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    private static String since(long began) {
        return String.format("%.3f s", (System.nanoTime() - began) / 1e9);
    }
}
