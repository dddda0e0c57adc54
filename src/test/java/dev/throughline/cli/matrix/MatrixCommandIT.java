package dev.throughline.cli.matrix;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.throughline.cli.CommandRunner;
import dev.throughline.cli.CommandRunner.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Against a service whose matrix has two pages in every format.
class MatrixCommandIT {
    private static final String THINK = cell("1.1.0", "THINK", "BROKEN", "LOW");
    private static final String ORDER = cell("1.1.0", "ORDER", "NOT_EXERCISED", "HIGH");
    private static final String OLDER = cell("1.0.0", "THINK", "PRESERVED", "HIGH");
    private static final Map<String, List<String>> PAGES = Map.of(
            "json",
                    List.of(
                            "{\"cells\":[" + THINK + "," + ORDER + "],\"next\":\"two\"}",
                            "{\"cells\":[" + OLDER + "]}"),
            "jsonl", List.of(lines(THINK, ORDER), lines(OLDER)),
            "csv", List.of("cell,client\n1,a\n2,a\n", "cell,client\n3,a\n"),
            "html", List.of("<p>one</p>", "<p>two</p>"));

    private final List<String> queries = new CopyOnWriteArrayList<>();
    private HttpServer server;

    private static String cell(String version, String capability, String status, String confidence) {
        return """
                {"type":"cell","client":{"product":"a","version":"%s"},"variant":"","sdk":"","reasoningField":"",\
                "model":"m","dialectIn":"anthropic","dialectOut":"openai-chat","policy":"preserved","scenario":"tools",\
                "streaming":"stream","capability":"%s","status":"%s","withinTurn":"PARTIAL","acrossTurns":"BROKEN",\
                "flags":["STALE"],"confidence":"%s","counts":{"BROKEN":2},"lastMeasured":"2026-11-02T00:00:00Z"}""".formatted(version, capability, status, confidence);
    }

    private static String lines(String... cells) {
        return "{\"type\":\"matrix-header\"}\n" + String.join("\n", cells) + "\n{\"type\":\"footer\"}\n";
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/matrix", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getRawQuery();
        queries.add(query);
        String format = query.replaceAll(".*format=(\\w+).*", "$1");
        boolean isSecond = query.endsWith("cursor=t+wo");
        if (!isSecond) {
            exchange.getResponseHeaders().add("Link", "<?format=" + format + "&cursor=t+wo&limit=3>; rel=\"next\"");
        }
        byte[] body = PAGES.get(format).get(isSecond ? 1 : 0).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String matrix(String arguments) {
        Outcome outcome = CommandRunner.run(
                ("matrix --server http://127.0.0.1:" + server.getAddress().getPort() + " " + arguments).strip());
        assertThat(outcome.code()).as(outcome.text()).isZero();
        return outcome.text();
    }

    @Test
    void printsALinePerCombinationAndAColumnPerCapability() {
        assertThat(matrix("").lines())
                .containsExactly(
                        "CLIENT   MODEL  DIALECT                   POLICY     STREAMING  SCENARIO  THINK      ORDER",
                        "a@1.1.0  m      anthropic to openai-chat  preserved  stream     tools     BROKEN?    -",
                        "a@1.0.0  m      anthropic to openai-chat  preserved  stream     tools     PRESERVED");
    }

    @Test
    void detailsAreALinePerCell() {
        assertThat(matrix("--details").lines())
                .contains(
                        "WITHIN TURN PARTIAL   ACROSS TURNS BROKEN   FLAGS STALE   RUNS BROKEN 2",
                        "MEASURED 2026-11-02T00:00:00Z",
                        "a@1.1.0  THINK       BROKEN         LOW",
                        "a@1.1.0  ORDER       NOT_EXERCISED  HIGH",
                        "a@1.0.0  THINK       PRESERVED      HIGH");
    }

    @Test
    void filesHaveAllPages() {
        assertThat(matrix("--format csv").lines()).containsExactly("cell,client", "1,a", "2,a", "3,a");
        assertThat(matrix("--format jsonl").lines().filter(line -> line.contains("\"cell\"")))
                .hasSize(3);
        assertThat(matrix("--json")).contains("\"1.1.0\"", "\"1.0.0\"").doesNotContain("\"next\"");
        assertThat(matrix("--json --limit 2")).contains("\"1.1.0\"", "\"next\"").doesNotContain("\"1.0.0\"");
        assertThat(matrix("--format html")).contains("one", "only the first").doesNotContain("two");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--capability THINK", "--dialect anthropic --format csv"})
    void showsTheNewestVersionsWithoutGateways(String arguments) {
        matrix(arguments);

        assertThat(queries).allSatisfy(query -> assertThat(query).contains("latest=true", "gateway=&"));
    }

    @Test
    void showsTheNewestVersionsThroughTheGatewayThatIsNamed() {
        matrix("--gateway throughline");

        assertThat(queries).allSatisfy(query -> assertThat(query).contains("latest=true", "gateway=throughline&"));
    }

    @ParameterizedTest
    @CsvSource({
        "--all-versions",
        "--client a",
        "--client-version 1.0.0",
        "--backend-version b1",
        "--sdk ai@6.0.1",
        "--as-of 2026-11-01"
    })
    void showsAllVersionsWhereOneMayBeMeant(String arguments) {
        matrix(arguments);

        assertThat(queries).allSatisfy(query -> assertThat(query).doesNotContain("latest", "gateway"));
    }
}
