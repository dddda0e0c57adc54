package dev.throughline.harness;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/// As much of the service as a list of checks needs: runs that are opened, listed and sealed, each with one exchange.
public final class ToyService implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpServer server;
    private final Map<String, ObjectNode> runs = new ConcurrentSkipListMap<>();
    private volatile int due;
    private volatile boolean isRefused;
    private volatile int exchanges = 1;
    private volatile Supplier<ObjectNode> ranges = JSON::createObjectNode;
    private volatile ObjectNode reported = JSON.createObjectNode();
    private final List<String> opened = new CopyOnWriteArrayList<>();

    public ToyService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/runs", this::answer);
        server.createContext(
                "/health", exchange -> write(exchange, JSON.createObjectNode().put("version", "9.9.9")));
        server.createContext("/api/v1/matrix/ranges", exchange -> write(exchange, ranges.get()));
        server.start();
    }

    public ServiceClient client() {
        return new ServiceClient(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
    }

    /// `version variant` of the clients whose runs were opened, in order.
    public List<String> opened() {
        return opened;
    }

    /// Says how many items of each run had to come back.
    void due(int count) {
        due = count;
    }

    /// The vendor of each run refused a request.
    void refuse() {
        isRefused = true;
    }

    /// No request reaches the runs that are opened from now on.
    void unreachable() {
        exchanges = 0;
    }

    /// Why each run was sealed early, in the order in which they were opened; empty for one that was not.
    List<String> reasons() {
        return runs.values().stream()
                .map(run -> run.path("sealReason").asText(""))
                .toList();
    }

    /// `mode backend state` of all runs, in the order in which they were opened.
    List<String> modes() {
        return runs.values().stream()
                .map(run -> run.path("mode").asText("stub") + " "
                        + run.path("backend").asText(run.path("output").asText())
                        + " " + run.at("/gateway/version").asText()
                        + " " + run.path("state").asText())
                .toList();
    }

    /// `version state` of all runs, in the order in which they were opened.
    List<String> states() {
        return runs.values().stream()
                .map(run -> run.at("/client/version").asText() + " "
                        + run.path("state").asText())
                .toList();
    }

    /// What the matrix has of a client's versions, each time it is asked.
    public void ranges(Supplier<ObjectNode> answer) {
        ranges = answer;
    }

    /// What the report of each run says besides its verdict.
    public void reports(ObjectNode more) {
        reported = more;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String[] parts = path.split("/");
        ObjectNode body =
                parts.length < 5 ? collection(exchange) : single(runs.get(parts[4]), path, exchange.getRequestURI());
        write(exchange, body);
    }

    private static void write(HttpExchange exchange, ObjectNode body) throws IOException {
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private ObjectNode collection(HttpExchange exchange) throws IOException {
        if (exchange.getRequestMethod().equals("GET")) {
            var page = JSON.createObjectNode();
            String query = exchange.getRequestURI().getQuery();
            runs.values().stream()
                    .filter(run -> run.path("state").asText().equals("SEALED"))
                    .filter(run -> query.contains(
                            "version=" + run.at("/client/version").asText()))
                    .forEach(page.withArray("runs")::add);
            return page;
        }
        ObjectNode run = (ObjectNode) JSON.readTree(exchange.getRequestBody());
        String id = "run" + runs.size();
        runs.put(id, run.put("id", id).put("state", "RUNNING").put("exchanges", exchanges));
        opened.add((run.at("/client/version").asText() + " "
                        + run.at("/client/variant").asText())
                .strip());
        return run;
    }

    private ObjectNode single(ObjectNode run, String path, URI asked) {
        if (path.endsWith("/seal")) {
            String query = asked.getRawQuery();
            if (query != null) {
                run.put("sealReason", URLDecoder.decode(query.substring("reason=".length()), StandardCharsets.UTF_8));
            }
            return run.put("state", "SEALED");
        }
        if (path.endsWith("/report")) {
            ObjectNode report = reported.deepCopy()
                    .put("run", run.path("id").asText())
                    .put("total", due)
                    .put("verdict", run.hasNonNull("sealReason") ? "INCONCLUSIVE" : "PASS");
            if (isRefused) {
                report.withObject("/capabilities/ACCEPTED").put("status", "BROKEN");
            }
            return report;
        }
        return path.endsWith("/exchanges") ? JSON.createObjectNode() : run;
    }
}
