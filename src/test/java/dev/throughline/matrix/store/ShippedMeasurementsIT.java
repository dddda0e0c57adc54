package dev.throughline.matrix.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Vote.Origin;
import dev.throughline.store.TransactionRunner;
import dev.throughline.testing.EventLoopWatch;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.verdict.Status;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.Test;

import static dev.throughline.matrix.store.MatrixRowWriter.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@QuarkusTest
class ShippedMeasurementsIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final PatternFormatter MESSAGE = new PatternFormatter("%m");
    private static final MatrixConfig SHIPPED = new MatrixConfig() {
        @Override
        public Duration staleAfter() {
            return Duration.ofDays(90);
        }

        @Override
        public Shipped measured() {
            return Shipped.SHIPPED;
        }

        @Override
        public Duration measuredWithin() {
            return Duration.ofSeconds(30);
        }
    };

    @TestHTTPResource
    URI service;

    @Inject
    ShippedMeasurements shipped;

    @Inject
    TransactionRunner transactionRunner;

    @Inject
    MatrixRowWriter matrixRowWriter;

    @Inject
    Vertx vertx;

    @Test
    void loadedMeasurementsAreInTheMatrixAsMeasuredByTheProject() throws Exception {
        await(shipped.load(
                MeasurementFiles.file(MeasurementFiles.row("ship-1", Origin.HERE, "ship-shown", Status.BROKEN))));

        JsonNode cell = json("/api/v1/matrix?client=ship-shown").at("/cells/0");
        JsonNode history = json("/api/v1/matrix/cells/" + cell.path("id").asText() + "/history");

        assertThat(cell.path("status").asText()).isEqualTo("BROKEN");
        assertThat(cell.path("origin").asText()).isEqualTo("PROJECT");
        assertThat(history.at("/runs/0/origin").asText()).isEqualTo("PROJECT");
    }

    @Test
    void ofManyLoadsOfOneFileOnlyOneLoads() throws Exception {
        byte[] file = MeasurementFiles.file(MeasurementFiles.row("ship-2", Origin.HERE, "ship-race", Status.PRESERVED));
        List<Future<Boolean>> loads = new ArrayList<>();
        try (ExecutorService starts = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 6; i++) {
                loads.add(starts.submit(() -> await(shipped.load(file))));
            }
        }

        assertThat(loads).extracting(Future::get).containsOnlyOnce(true).hasSize(6);
        assertThat(await(shipped.load(file))).isFalse();
        assertThat(json("/api/v1/matrix?client=ship-race").at("/cells/0/votes").asInt())
                .isEqualTo(1);
    }

    @Test
    void whatWasMeasuredHereStays() throws Exception {
        String run = StubChatClient.sealed(service, StubChatClient.of("ship-here", "1.0.0"), true);

        await(shipped.load(MeasurementFiles.file(MeasurementFiles.row(run, Origin.HERE, "ship-other", Status.BROKEN))));

        assertThat(matrixRowWriter
                        .sql("SELECT origin || ' ' || client FROM evidence WHERE run_id = '" + run + "'")
                        .iterator()
                        .next()
                        .getString(0))
                .isEqualTo("HERE ship-here");
        assertThat(json("/api/v1/matrix?client=ship-other").path("cells")).isEmpty();
    }

    @Test
    void theDatesOfReleasesAreLoadedAndExportedAndThoseOfTheRegistryStay() throws Exception {
        Instant shippedDate = Instant.parse("2026-01-24T00:00:00Z");
        await(shipped.load(
                MeasurementFiles.file(MeasurementFiles.row("ship-5", Origin.HERE, "ship-dated", Status.BROKEN))));
        matrixRowWriter.sql("UPDATE product SET releases = '{\"1.1.35\": \"2026-01-30T00:00:00Z\"}'"
                + " WHERE product_id = 'ship-dated'");

        await(shipped.load(MeasurementFiles.file(
                Map.of("ship-dated", Map.of("1.1.34", shippedDate, "1.1.35", shippedDate)),
                MeasurementFiles.row("ship-6", Origin.HERE, "ship-dated", Status.BROKEN))));

        assertThat(MeasuredFile.read(get("/api/v1/matrix/evidence").getBytes(StandardCharsets.UTF_8))
                        .releases())
                .containsEntry(
                        "ship-dated", Map.of("1.1.34", shippedDate, "1.1.35", Instant.parse("2026-01-30T00:00:00Z")));
    }

    @Test
    void aDamagedFileLoadsNothing() throws Exception {
        String file = new String(
                MeasurementFiles.file(MeasurementFiles.row("ship-3", Origin.HERE, "ship-damaged", Status.BROKEN)),
                StandardCharsets.UTF_8);

        assertThatThrownBy(() ->
                        await(shipped.load(file.replace("1.1.34", "1.1.35").getBytes(StandardCharsets.UTF_8))))
                .hasMessageContaining("line 3");
        assertThat(json("/api/v1/matrix?client=ship-damaged").path("cells")).isEmpty();
    }

    /// The file is the one of the tests, which is before the project's on their class path.
    @Test
    void aStartOnADamagedFileSaysAtWhichLineItIsDamagedAndLoadsNothing() throws Exception {
        var said = new ConcurrentLinkedQueue<String>();
        Handler collector = new Handler() {
            @Override
            public void publish(LogRecord line) {
                said.add(MESSAGE.format(line));
            }

            @Override
            public void flush() {
                // nothing is held back
            }

            @Override
            public void close() {
                // nothing to close
            }
        };
        Logger log = Logger.getLogger(ShippedMeasurements.class.getName());
        log.addHandler(collector);
        try {
            new ShippedMeasurements(transactionRunner, SHIPPED).start(new StartupEvent());
        } finally {
            log.removeHandler(collector);
        }

        assertThat(said)
                .singleElement()
                .asString()
                .contains(
                        "shipped measurements not loaded file=/measured/measured.jsonl",
                        "line 2: expected a measurement, found ",
                        "capabilities");
        assertThat(json("/api/v1/matrix?client=damaged-client").path("cells")).isEmpty();
    }

    @Test
    void loadsHundredsOfRunsFastEnoughForAStart() {
        byte[] file = MeasurementFiles.file(IntStream.range(0, 300)
                .mapToObj(i -> MeasurementFiles.row("ship-many-" + i, Origin.HERE, "ship-many-" + i, Status.BROKEN))
                .toArray(EvidenceRow[]::new));
        long begun = System.nanoTime();

        await(shipped.load(file));

        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void noEventLoopIsHeldWhileThousandsOfRunsAreLoaded() throws Exception {
        byte[] file = MeasurementFiles.file(IntStream.range(0, 3_000)
                .mapToObj(
                        i -> MeasurementFiles.row("ship-loop-" + i, Origin.HERE, "ship-loop-" + i % 100, Status.BROKEN))
                .toArray(EvidenceRow[]::new));

        assertThat(EventLoopWatch.watched(vertx, () -> await(shipped.load(file))))
                .isTrue();

        assertThat(json("/api/v1/matrix?client=ship-loop-7").at("/cells/0/counts"))
                .as("the last runs of its 30")
                .isNotEmpty();
    }

    @Test
    void exportsWhatWasMeasuredHereAndNothingElse() throws Exception {
        String run = StubChatClient.sealed(service, StubChatClient.of("ship-export", "1.0.0"), true);
        await(shipped.load(
                MeasurementFiles.file(MeasurementFiles.row("ship-4", Origin.HERE, "ship-project", Status.BROKEN))));

        byte[] file = get("/api/v1/matrix/evidence?command=a%20test").getBytes(StandardCharsets.UTF_8);

        assertThat(MeasurementFiles.lines(file).getFirst()).contains("\"command\":\"a test\"");
        assertThat(MeasuredFile.read(file).rows())
                .filteredOn(row -> row.runId().equals(run))
                .singleElement()
                .satisfies(row -> assertThat(Axis.CLIENT.of(row.key())).isEqualTo("ship-export"));
        assertThat(new String(file, StandardCharsets.UTF_8)).doesNotContain("ship-4", "THINK-");
    }

    @Test
    void anExportContinuesWhereTheOneBeforeEnded() throws Exception {
        StubChatClient.sealed(service, StubChatClient.of("ship-pages", "1.0.0"), true);
        StubChatClient.sealed(service, StubChatClient.of("ship-pages", "1.0.0"), false);

        List<String> first = get("/api/v1/matrix/evidence?limit=1").lines().toList();
        String next = JSON.readTree(first.getLast()).path("next").asText();
        List<String> second =
                get("/api/v1/matrix/evidence?limit=1&cursor=" + next).lines().toList();

        assertThat(first.get(1)).contains(next);
        assertThat(JSON.readTree(second.get(1)).path("runId").asText()).isGreaterThan(next);
    }

    private JsonNode json(String path) throws IOException, InterruptedException {
        return JSON.readTree(get(path));
    }

    private String get(String path) throws IOException, InterruptedException {
        return TestHttpClient.send(HttpRequest.newBuilder(service.resolve(path)).build(), BodyHandlers.ofString())
                .body();
    }
}
