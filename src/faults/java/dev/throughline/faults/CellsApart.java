package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.StreamLoad;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/// Two cells and a home, each with a PostgreSQL, behind HAProxy. Home is away for a while, and then the PostgreSQL of a
/// cell is killed, while clients are measured in both cells: neither concerns the other cell, and in the end home has
/// the evidence of both.
record CellsApart() implements Fault {
    private static final String ADMINISTRATOR = "tlk_0123456789_" + "v".repeat(52);
    private static final int MOST_KEYS = 12;
    private static final int MANY = 2_358;
    private static final int AWAY_MILLIS = 60_000;
    private static final String RUNS = "SELECT count(*) FROM evidence";

    @Override
    public String name() {
        return "cells";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        Path folder = Files.createDirectory(faultEnvironment.folder().resolve("cells"));
        String name = faultEnvironment.faultDatabase().name();
        try (var a = new Site(faultEnvironment, folder, name, "a");
                var b = new Site(faultEnvironment, folder, name, "b");
                var home = new Site(faultEnvironment, folder, name, "")) {
            a.start(Map.of());
            b.start(Map.of());
            Map<String, String> addresses = Map.of(
                    "throughline.cells.a.url", a.service.url().toString(),
                    "throughline.cells.b.url", b.service.url().toString());
            home.start(addresses);
            home.service.await();
            home.sql("CREATE PUBLICATION access_keys FOR TABLE access_key");
            for (Site cell : List.of(a, b)) {
                cell.follow(home);
                cell.service.await();
            }
            int port = DatabaseServer.freePort();
            try (var _ = RouterProcess.start(
                    folder,
                    Map.of("a", a.service.url().getPort(), "b", b.service.url().getPort()),
                    port)) {
                return new Drive(a, b, home, addresses, "http://127.0.0.1:" + port).all();
            }
        }
    }

    /// An installation: a PostgreSQL and a service.
    private static final class Site implements AutoCloseable {
        private final FaultEnvironment faultEnvironment;
        private final DatabaseServer server;
        private final String database;
        private final String cell;
        private ServiceProcess service;

        /// @param cell empty for the home
        Site(FaultEnvironment faultEnvironment, Path folder, String database, String cell) throws Exception {
            this.faultEnvironment = faultEnvironment;
            this.database = database;
            this.cell = cell;
            server = new DatabaseServer(folder.resolve("database-" + cell));
            server.create(database);
        }

        void start(Map<String, String> more) throws IOException {
            Map<String, String> settings = new HashMap<>(more);
            settings.put("throughline.access", "keys");
            settings.put("throughline.matrix.measured", "none");
            if (!cell.isEmpty()) {
                settings.put("throughline.cell", cell);
            }
            service = faultEnvironment.behind(
                    server.address(),
                    settings,
                    cell.isEmpty() ? Map.of("THROUGHLINE_FIRST_KEY", ADMINISTRATOR) : Map.of());
        }

        /// Evidence goes to the home, keys come from there.
        void follow(Site home) throws Exception {
            String hasSchema = "SELECT count(*) FROM pg_class WHERE relname = 'throughline_schema'";
            while (server.database(database).number(hasSchema) == 0) {
                StreamLoad.pause(100);
            }
            sql("CREATE PUBLICATION evidence FOR TABLE evidence");
            home.sql("CREATE SUBSCRIPTION evidence_%s CONNECTION '%s' PUBLICATION evidence"
                    .formatted(cell, connection()));
            sql("CREATE SUBSCRIPTION keys_%s CONNECTION '%s' PUBLICATION access_keys"
                    .formatted(cell, home.connection()));
        }

        private String connection() {
            return "host=127.0.0.1 port=%d user=postgres password=none dbname=%s".formatted(server.port(), database);
        }

        void sql(String sql) throws SQLException {
            try (Connection connection = server.connect(database);
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        long runs() throws SQLException {
            return server.database(database).number(RUNS);
        }

        @Override
        public void close() throws IOException {
            server.stop();
        }
    }

    /// Everything that is done with the three.
    private record Drive(
            Site a,
            Site b,
            Site home,
            Map<String, String> addresses,
            String front,
            List<RoutedClient> ofA,
            List<RoutedClient> ofB,
            Queue<String> broken) {
        Drive(Site a, Site b, Site home, Map<String, String> addresses, String front) {
            this(a, b, home, addresses, front, new ArrayList<>(), new ArrayList<>(), new ConcurrentLinkedQueue<>());
        }

        FaultOutcome all() throws Exception {
            makeKeys();
            Duration arrival = arrival();
            Duration arrivalOfMany = many();
            home.service.kill();
            home.server.stop();
            List<Thread> going = go(ofA, AWAY_MILLIS, "away-a");
            going.addAll(go(ofB, AWAY_MILLIS, "away-b"));
            join(going);
            long back = System.nanoTime();
            home.server.start();
            caughtUp();
            Duration caughtUp = Duration.ofNanos(System.nanoTime() - back);
            home.start(addresses);
            home.service.await();
            expect(atHome().status("away-a-1").equals("PRESERVED"), "expected what was measured meanwhile at home");
            // Read every 30 s.
            until("the slot of home to be in the metrics of a cell", Duration.ofSeconds(40), () -> {
                String metrics = new RoutedClient(a.service.url(), ADMINISTRATOR)
                        .get("/q/metrics")
                        .body();
                return metrics.contains("throughline_replication_held_bytes{slot=\"evidence_a\"")
                        && metrics.contains("throughline_replication_lost{slot=\"evidence_a\"} 0");
            });
            going = go(ofB, 6_000, "killed-b");
            a.server.kill();
            StreamLoad.pause(2_000);
            a.server.start();
            long returned = System.nanoTime();
            join(going);
            Duration recovery = recovery(returned);
            caughtUp();
            return new FaultOutcome(
                    ("%d keys on two cells; evidence at home after %.1f s, %d rows after %.1f s; home away for %d s:"
                                    + " caught up in %.1f s; a cell's PostgreSQL killed; %d runs at home")
                            .formatted(
                                    ofA.size() + ofB.size(),
                                    arrival.toMillis() / 1e3,
                                    MANY,
                                    arrivalOfMany.toMillis() / 1e3,
                                    AWAY_MILLIS / 1_000,
                                    caughtUp.toMillis() / 1e3,
                                    home.runs()),
                    0,
                    0,
                    recovery,
                    List.copyOf(broken));
        }

        /// Until each cell has one.
        private void makeKeys() throws Exception {
            String database = home.server.database(home.database).url();
            for (int made = 0; made < MOST_KEYS && (ofA.isEmpty() || ofB.isEmpty()); made++) {
                String key = LimitsOverTwo.key(database, "--scope", "measure", "--name", "key-" + made);
                var client = new RoutedClient(URI.create(front), key);
                until(
                        "a key of home to be known in its cell",
                        Duration.ofSeconds(10),
                        () -> client.get("/api/v1/runs").statusCode() == 200);
                String run = client.measure("first-" + made, true);
                (run.endsWith("-a") ? ofA : ofB).add(client);
                expect(run.endsWith("-a") || run.endsWith("-b"), "expected the run of a cell, found " + run);
                expectRedirect(run);
            }
            expect(!ofA.isEmpty() && !ofB.isEmpty(), "expected keys of both cells");
        }

        private void expectRedirect(String run) throws Exception {
            HttpResponse<String> answer = atHome().get("/runs/" + run + "?at=1");
            String wanted = (run.endsWith("-a") ? a : b).service.url() + "/runs/" + run + "?at=1";
            String found = answer.headers().firstValue("location").orElse("");
            expect(answer.statusCode() == 307 && found.equals(wanted), "expected " + wanted + ", found " + found);
            String foreign = headersFor("http://elsewhere.example.com/runs/" + run + "?at=1");
            expect(foreign.contains("location: " + wanted + "\r\n"), "expected " + wanted + " in " + foreign);
        }

        /// The answer's headers for a target that names another host.
        private String headersFor(String target) throws IOException {
            URI url = home.service.url();
            try (Socket socket = new Socket(url.getHost(), url.getPort())) {
                String request =
                        "GET " + target + " HTTP/1.1\r\nHost: elsewhere.example.com\r\nConnection: close\r\n\r\n";
                socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
                return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            }
        }

        private RoutedClient atHome() {
            return new RoutedClient(home.service.url(), ADMINISTRATOR);
        }

        private Duration arrival() throws Exception {
            ofA.getFirst().measure("keeps-a", true);
            ofA.getFirst().measure("loses-a", false);
            ofB.getFirst().measure("loses-b", false);
            return until(
                    "evidence to be in home's matrix",
                    Duration.ofSeconds(10),
                    () -> atHome().status("keeps-a").equals("PRESERVED")
                            && atHome().status("loses-a").equals("BROKEN")
                            && atHome().status("loses-b").equals("BROKEN"));
        }

        private Duration many() throws Exception {
            a.sql("CREATE TEMPORARY TABLE many AS SELECT e.*, n FROM evidence e, generate_series(1, " + MANY
                    + ") n WHERE client = 'keeps-a'; UPDATE many SET run_id = run_id || n;"
                    + " ALTER TABLE many DROP COLUMN n; INSERT INTO evidence TABLE many");
            return until(
                    "many rows to be at home",
                    Duration.ofSeconds(60),
                    () -> home.runs() == a.runs() + b.runs()
                            && atHome().status("keeps-a").equals("PRESERVED"));
        }

        private void caughtUp() throws Exception {
            until("home to catch up", Duration.ofSeconds(30), () -> home.runs() == a.runs() + b.runs());
        }

        /// Measures one client after another; none may fail.
        private List<Thread> go(List<RoutedClient> clients, int millis, String product) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            List<Thread> going = new ArrayList<>();
            for (RoutedClient client : clients) {
                going.add(Thread.ofVirtual().start(() -> {
                    try {
                        for (int number = 0; System.nanoTime() < end; number++) {
                            client.measure(product + "-" + number, number % 3 > 0);
                            StreamLoad.pause(200);
                        }
                    } catch (IOException | InterruptedException e) {
                        broken.add(product + ": " + e);
                    }
                }));
            }
            return going;
        }

        private static void join(List<Thread> threads) throws InterruptedException {
            for (Thread thread : threads) {
                thread.join();
            }
        }

        private Duration recovery(long since) throws Exception {
            until("the cell to answer again", Duration.ofSeconds(60), () -> {
                try {
                    return ofA.getFirst().measure("recovered", true).endsWith("-a");
                } catch (IOException _) {
                    return false;
                }
            });
            return Duration.ofNanos(System.nanoTime() - since);
        }

        private Duration until(String what, Duration within, Condition condition) throws Exception {
            long began = System.nanoTime();
            while (!condition.holds()) {
                if (System.nanoTime() - began > within.toNanos()) {
                    broken.add("expected " + what + " within " + within.toSeconds() + " s");
                    break;
                }
                StreamLoad.pause(100);
            }
            return Duration.ofNanos(System.nanoTime() - began);
        }

        private void expect(boolean holds, String otherwise) {
            if (!holds) {
                broken.add(otherwise);
            }
        }
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds() throws Exception;
    }
}
