package dev.throughline.matrix.store;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.EvidenceSource;
import dev.throughline.matrix.Measurement;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.Vote.Origin;
import dev.throughline.matrix.VoteCursor;
import dev.throughline.store.StatementRunner;
import dev.throughline.testing.EventLoopWatch;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.verdict.Status;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What the project measured, beside what the service of the tests stored.
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
    };

    @TestHTTPResource
    URI service;

    @Inject
    StatementRunner statementRunner;

    @Inject
    EvidenceStore evidenceStore;

    @Inject
    ProductStore productStore;

    @Inject
    Vertx vertx;

    /// A matrix of a service that is shipped with this file.
    private Matrix shippedWith(byte[] file) {
        var shipped = new ShippedMeasurements(SHIPPED) {
            @Override
            MeasuredFile.Content read() {
                return MeasurementFiles.read(file);
            }
        };
        return new Matrix(
                statementRunner,
                new VoteStore(statementRunner),
                productStore,
                shipped,
                new ClaimCatalog(List.of()),
                SHIPPED);
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(60));
    }

    private static List<Cell> cells(Matrix matrix, String client) {
        return await(matrix.now()).cells(CellFilter.all().with(Axis.CLIENT, client));
    }

    private void store(String run, String client, Status status) {
        await(evidenceStore.add(
                List.of(MeasurementFiles.measurement(run, Origin.HERE, client, status)), EvidenceSource.SERVICE));
    }

    @Test
    void areInTheMatrixAsMeasuredByTheProject() {
        Matrix matrix = shippedWith(
                MeasurementFiles.file(MeasurementFiles.row("ship-1", Origin.HERE, "ship-shown", Status.BROKEN)));

        assertThat(cells(matrix, "ship-shown")).singleElement().satisfies(cell -> {
            assertThat(cell.status()).isEqualTo(Status.BROKEN);
            assertThat(cell.origin()).isEqualTo(Origin.PROJECT);
            assertThat(await(matrix.votes(cell.key(), Optional.empty(), 10)))
                    .extracting(Vote::origin)
                    .containsExactly(Origin.PROJECT);
        });
        assertThat(await(matrix.now()).product("ship-shown")).isPresent();
    }

    @Test
    void voteTogetherWithWhatWasMeasuredHere() {
        store("ship-vote-b", "ship-vote", Status.BROKEN);
        Matrix matrix = shippedWith(MeasurementFiles.file(
                MeasurementFiles.row("ship-vote-a", Origin.HERE, "ship-vote", Status.BROKEN),
                MeasurementFiles.row("ship-vote-c", Origin.HERE, "ship-vote", Status.BROKEN)));
        CellKey key = MeasurementFiles.key("ship-vote");

        assertThat(cells(matrix, "ship-vote")).singleElement().satisfies(cell -> {
            assertThat(cell.counts()).isEqualTo(Map.of(Status.BROKEN, 3));
            assertThat(cell.confidence()).isEqualTo(Cell.Confidence.HIGH);
        });
        List<Vote> first = await(matrix.votes(key, Optional.empty(), 2));
        List<Vote> second = await(matrix.votes(key, Optional.of(VoteCursor.of(first.getLast())), 2));
        assertThat(first).extracting(Vote::run).containsExactly("ship-vote-a", "ship-vote-b");
        assertThat(second).extracting(Vote::run).containsExactly("ship-vote-c");
        Instant before = Instant.parse("2026-11-19T00:00:00Z");
        assertThat(await(matrix.cells(List.of(key), before))).isEmpty();
        assertThat(await(matrix.cells(List.of(key), before.plus(Duration.ofDays(5))))
                        .values())
                .extracting(Cell::votes)
                .containsExactly(3);
    }

    @Test
    void whatWasMeasuredHereCountsInTheirPlace() throws Exception {
        String run = StubChatClient.sealed(service, StubChatClient.of("ship-here", "1.0.0"), true);

        Matrix matrix =
                shippedWith(MeasurementFiles.file(MeasurementFiles.row(run, Origin.HERE, "ship-other", Status.BROKEN)));

        assertThat(cells(matrix, "ship-other")).isEmpty();
        assertThat(cells(matrix, "ship-here")).extracting(Cell::origin).containsOnly(Origin.HERE);
    }

    @Test
    void whatAnotherServiceStoresLaterIsSeenHoweverMuchItIs() {
        Matrix matrix = shippedWith(MeasurementFiles.file());
        assertThat(cells(matrix, "ship-later-0")).isEmpty();

        await(evidenceStore.add(
                IntStream.range(0, 2 * VoteStore.COMBINATIONS + 1)
                        .mapToObj(i -> MeasurementFiles.measurement(
                                "ship-later-" + i, Origin.HERE, "ship-later-" + i, Status.BROKEN))
                        .toList(),
                EvidenceSource.SERVICE));

        assertThat(IntStream.rangeClosed(0, 2 * VoteStore.COMBINATIONS))
                .allSatisfy(i -> assertThat(cells(matrix, "ship-later-" + i)).hasSize(1));
        assertThat(cells(shippedWith(MeasurementFiles.file()), "ship-later-200"))
                .as("in a service that starts later")
                .hasSize(1);
    }

    @Test
    void aCombinationIsDecidedByItsNewestRunsAndKnowsWhenItWasFirstMeasured() {
        for (int i = 0; i < 12; i++) {
            Measurement measured =
                    MeasurementFiles.measurement("ship-old-" + i, Origin.HERE, "ship-old", Status.PRESERVED);
            Vote vote = measured.vote();
            var earlier = new Vote(
                    vote.run(),
                    vote.origin(),
                    vote.key(),
                    0,
                    vote.sealed().minus(Duration.ofDays(i)),
                    vote.exchanges(),
                    vote.capabilities());
            await(evidenceStore.add(
                    List.of(new Measurement(earlier, 1.5, measured.shapes(), measured.how())), EvidenceSource.SERVICE));
        }

        assertThat(cells(shippedWith(MeasurementFiles.file()), "ship-old"))
                .singleElement()
                .satisfies(cell -> {
                    assertThat(cell.counts()).isEqualTo(Map.of(Status.PRESERVED, 10));
                    assertThat(cell.latestRun()).isEqualTo("ship-old-0");
                    assertThat(cell.firstMeasured()).isEqualTo(Instant.parse("2026-11-09T10:00:00Z"));
                });
    }

    @Test
    void theDatesOfReleasesAreKnownAndThoseOfTheRegistryWin() {
        Instant shippedDate = Instant.parse("2026-01-24T00:00:00Z");
        Instant listed = Instant.parse("2026-01-30T00:00:00Z");
        Matrix matrix = shippedWith(MeasurementFiles.file(
                Map.of("ship-dated", Map.of("1.1.34", shippedDate, "1.1.35", shippedDate)),
                MeasurementFiles.row("ship-6", Origin.HERE, "ship-dated", Status.BROKEN)));
        Product product = await(matrix.now()).product("ship-dated").orElseThrow();
        assertThat(product.scheme()).isEqualTo(VersionScheme.SEMVER);
        assertThat(await(matrix.now()).releases("ship-dated").published()).containsEntry("1.1.35", shippedDate);

        await(productStore.sawLatest(product, "1.1.36", Map.of("1.1.35", listed), EvidenceSource.SERVICE));

        assertThat(await(matrix.now()).published())
                .containsEntry("ship-dated", Map.of("1.1.34", shippedDate, "1.1.35", listed));
        assertThat(await(matrix.now()).versions("ship-dated"))
                .extracting(version -> version.version() + " " + version.isLatest() + " " + version.isMeasured())
                .containsExactly("1.1.36 true false", "1.1.34 false true");
    }

    /// The file is the one of the tests, which is before the project's on their class path.
    @Test
    void ofADamagedFileTheLineIsLoggedAndNothingCounts() {
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
            assertThat(new ShippedMeasurements(SHIPPED).read().votes()).isEmpty();
        } finally {
            log.removeHandler(collector);
        }

        assertThat(said)
                .singleElement()
                .asString()
                .contains(
                        "shipped measurements not loaded file=measured/measured.jsonl",
                        "line 2: expected a measurement, found ",
                        "capabilities");
    }

    @Test
    void noEventLoopIsHeldWhileThousandsOfRunsAreRead() throws Exception {
        byte[] file = MeasurementFiles.file(IntStream.range(0, 3_000)
                .mapToObj(
                        i -> MeasurementFiles.row("ship-loop-" + i, Origin.HERE, "ship-loop-" + i % 100, Status.BROKEN))
                .toArray(EvidenceRow[]::new));
        Matrix matrix = shippedWith(file);

        assertThat(EventLoopWatch.watched(vertx, () -> await(matrix.now()))).isNotNull();

        assertThat(cells(matrix, "ship-loop-7")).extracting(Cell::counts).containsExactly(Map.of(Status.BROKEN, 10));
    }

    @Test
    void exportsWhatWasMeasuredHereAndNothingElse() throws Exception {
        String run = StubChatClient.sealed(service, StubChatClient.of("ship-export", "1.0.0"), true);

        byte[] file = get("/api/v1/matrix/evidence?command=a%20test").getBytes(StandardCharsets.UTF_8);

        assertThat(MeasurementFiles.lines(file).getFirst()).contains("\"command\":\"a test\"");
        assertThat(MeasurementFiles.read(file).votes())
                .filteredOn(vote -> vote.run().equals(run))
                .singleElement()
                .satisfies(vote -> assertThat(Axis.CLIENT.of(vote.key())).isEqualTo("ship-export"));
        assertThat(new String(file, StandardCharsets.UTF_8)).doesNotContain("THINK-");
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

    private String get(String path) throws IOException, InterruptedException {
        return TestHttpClient.send(HttpRequest.newBuilder(service.resolve(path)).build(), BodyHandlers.ofString())
                .body();
    }
}
