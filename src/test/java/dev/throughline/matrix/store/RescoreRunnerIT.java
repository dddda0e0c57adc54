package dev.throughline.matrix.store;

import dev.throughline.cli.CommandRunner;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.RescoreCursor;
import dev.throughline.matrix.RescoreSummary;
import dev.throughline.matrix.RescoreSummary.CellChange;
import dev.throughline.matrix.Vote.Origin;
import dev.throughline.testing.Expensive;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

import static dev.throughline.matrix.store.MatrixRowWriter.await;
import static org.assertj.core.api.Assertions.assertThat;

@Expensive
@QuarkusTest
class RescoreRunnerIT {
    private static final int BATCH = 10;

    @TestHTTPResource
    URI service;

    @Inject
    RescoreRunner rescoreRunner;

    @Inject
    ShippedMeasurements shipped;

    @Inject
    CellStore cellStore;

    @Inject
    MatrixRowWriter matrixRowWriter;

    @Test
    void runsThatSayTheSameChangeNothing() throws Exception {
        String run = StubChatClient.sealed(service, StubChatClient.of("again-same", "1.0.0"), true);
        Cell before = think("again-same").orElseThrow();
        String row = evidence(run);
        all(false);

        List<RescoreSummary> second = all(false);

        assertThat(second).allMatch(batch -> batch.changed() == 0 && batch.removed() == 0);
        assertThat(second).flatMap(RescoreSummary::cells).isEmpty();
        assertThat(second).extracting(RescoreSummary::runs).anyMatch(runs -> runs > 0);
        assertThat(think("again-same")).contains(before);
        assertThat(evidence(run)).isEqualTo(row);
    }

    @Test
    void theTruthComesBackAfterDamage() throws Exception {
        String run = StubChatClient.sealed(service, StubChatClient.of("again-damaged", "1.0.0"), true);
        StubChatClient.sealed(service, StubChatClient.of("again-damaged", "1.0.0"), true);
        Cell before = think("again-damaged").orElseThrow();
        String row = evidence(run);
        matrixRowWriter.sql("""
                UPDATE evidence SET exchanges = 99, seconds = -1, sealed = '1970-01-01', shapes = '[]', capabilities =
                    jsonb_set(capabilities, '{THINK,status}', '"BROKEN"') WHERE client = 'again-damaged'""");
        matrixRowWriter.sql(
                "UPDATE cell SET status = 'BROKEN', votes = 7, first_measured = '1970-01-01', cell_id = cell_id || 'x'"
                        + " WHERE client = 'again-damaged'");

        all(false);

        assertThat(think("again-damaged")).contains(before);
        assertThat(evidence(run)).isEqualTo(row);
    }

    @Test
    void whetherTheCacheIsKeptIsScoredFromWhatWasRecorded() throws Exception {
        String run = StubChatClient.sealed(service, StubChatClient.of("again-cache", "1.0.0"), false);
        String row = evidence(run);
        matrixRowWriter.sql("UPDATE evidence SET capabilities = capabilities - 'CACHE' WHERE client = 'again-cache'");
        matrixRowWriter.sql("DELETE FROM cell WHERE client = 'again-cache' AND capability = 'CACHE'");
        assertThat(CommandRunner.run(asked()).code()).isEqualTo(2);

        all(false);

        assertThat(evidence(run)).isEqualTo(row).contains("cacheSuite");
        CommandRunner.Outcome outcome = CommandRunner.run(asked());
        assertThat(outcome.code()).as(outcome.text()).isZero();
        assertThat(think("again-cache").orElseThrow().status()).isEqualTo(Status.BROKEN);
    }

    @Test
    void aRunOfAnOlderSuiteKeepsItAndGivesWayToANewerOne() throws Exception {
        String older = StubChatClient.sealed(service, StubChatClient.of("again-suite", "1.0.0"), true);
        StubChatClient.sealed(service, StubChatClient.of("again-suite", "1.0.0"), false);
        assertThat(think("again-suite").orElseThrow().status()).isEqualTo(Status.PRESERVED);
        matrixRowWriter.sql(
                "UPDATE evidence SET how = jsonb_set(how, '{suite}', '\"1.0.9\"') WHERE run_id = '" + older + "'");

        all(false);

        Cell cell = think("again-suite").orElseThrow();
        assertThat(cell.status()).isEqualTo(Status.BROKEN);
        assertThat(cell.votes()).isEqualTo(1);
        assertThat(evidence(older)).contains("1.0.9");
    }

    @Test
    void evidenceThatCannotBeReadIsWrittenAnew() throws Exception {
        String run = StubChatClient.sealed(service, StubChatClient.of("again-unread", "1.0.0"), false);
        String row = evidence(run);
        matrixRowWriter.sql("UPDATE evidence SET capabilities = '{\"THINK\": \"?\"}', streaming = '?' WHERE run_id = '"
                + run + "'");

        all(false);

        assertThat(evidence(run)).isEqualTo(row);
        assertThat(think("again-unread").orElseThrow().status()).isEqualTo(Status.BROKEN);
    }

    @Test
    void evidenceThatWasLostIsMadeAgain() throws Exception {
        for (int i = 0; i < BATCH + 2; i++) {
            StubChatClient.sealed(service, StubChatClient.of("again-lost", "1.0.0"), i % 2 == 0);
        }
        Cell before = think("again-lost").orElseThrow();
        matrixRowWriter.sql("DELETE FROM evidence WHERE client = 'again-lost'");
        matrixRowWriter.sql("DELETE FROM cell WHERE client = 'again-lost'");

        all(false);

        assertThat(think("again-lost").orElseThrow().with(Set.of())).isEqualTo(before.with(Set.of()));
    }

    @Test
    void aKeyThatLosesItsEvidenceLosesItsCells() throws Exception {
        String run = StubChatClient.sealed(service, StubChatClient.of("again-moved", "1.0.0"), true);
        matrixRowWriter.sql(
                "UPDATE evidence SET cell_key = 'elsewhere', client = 'again-elsewhere' WHERE run_id = '" + run + "'");
        matrixRowWriter.sql(
                "UPDATE cell SET cell_key = 'elsewhere', client = 'again-elsewhere', cell_id = 'else-' || capability"
                        + " WHERE client = 'again-moved'");
        matrixRowWriter.cell("again-founded-on-nothing", "1.0.0", Capability.THINK);

        List<RescoreSummary> done = all(false);

        assertThat(done).flatMap(RescoreSummary::cells).anyMatch(change -> isOf(change, "again-elsewhere", false));
        assertThat(think("again-elsewhere")).isEmpty();
        assertThat(think("again-founded-on-nothing")).isEmpty();
        assertThat(think("again-moved").orElseThrow().status()).isEqualTo(Status.PRESERVED);
    }

    @Test
    void aRunThatIsNoLongerEligibleSaysNothing() throws Exception {
        String run = StubChatClient.sealed(service, StubChatClient.of("again-faulty", "1.0.0"), true);
        matrixRowWriter.sql("UPDATE exchange SET faulty = true WHERE run_id = '" + run + "'");

        List<RescoreSummary> done = all(false);

        assertThat(done).extracting(RescoreSummary::removed).contains(1);
        assertThat(think("again-faulty")).isEmpty();
    }

    @Test
    void aRunWhoseExchangesWentKeepsItsEvidence() throws Exception {
        String run = StubChatClient.sealed(service, StubChatClient.of("again-half", "1.0.0"), true);
        Cell before = think("again-half").orElseThrow();
        String row = evidence(run);
        matrixRowWriter.sql("DELETE FROM exchange WHERE number = 1 AND run_id = '" + run + "'");

        all(false);

        assertThat(evidence(run)).isEqualTo(row);
        assertThat(think("again-half")).contains(before);
    }

    @Test
    void shippedEvidenceStaysAndItsCellsAreComputed() {
        await(shipped.load(MeasurementFiles.file(
                MeasurementFiles.row("again-ship-1", Origin.HERE, "again-shipped", Status.BROKEN))));
        String row = evidence("again-ship-1");
        matrixRowWriter.sql("UPDATE cell SET status = 'PRESERVED' WHERE client = 'again-shipped'");

        List<RescoreSummary> done = all(false);

        assertThat(think("again-shipped").orElseThrow().status()).isEqualTo(Status.BROKEN);
        assertThat(evidence("again-ship-1")).isEqualTo(row);
        assertThat(done).extracting(RescoreSummary::kept).anyMatch(kept -> kept > 0);
    }

    @Test
    void aDryRunReportsWhatWouldChangeAndChangesNothing() throws Exception {
        String run = StubChatClient.sealed(service, StubChatClient.of("again-dry", "1.0.0"), true);
        matrixRowWriter.sql("UPDATE evidence SET capabilities = jsonb_set(capabilities, '{THINK,status}', '\"BROKEN\"')"
                + " WHERE run_id = '" + run + "'");
        matrixRowWriter.sql("UPDATE cell SET status = 'BROKEN' WHERE capability = 'THINK' AND client = 'again-dry'");
        String row = evidence(run);

        List<RescoreSummary> told = all(true);

        assertThat(told)
                .flatMap(RescoreSummary::cells)
                .filteredOn(change -> isOf(change, "again-dry", true))
                .singleElement()
                .satisfies(change -> {
                    assertThat(change.before().orElseThrow().status()).isEqualTo(Status.BROKEN);
                    assertThat(change.after().orElseThrow().status()).isEqualTo(Status.PRESERVED);
                });
        assertThat(evidence(run)).isEqualTo(row);
        assertThat(think("again-dry").orElseThrow().status()).isEqualTo(Status.BROKEN);
    }

    @Test
    void runsThatAreSealedMeanwhileAllCount() throws Exception {
        List<Future<?>> work = new ArrayList<>();
        try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                work.add(workers.submit(
                        () -> StubChatClient.sealed(service, StubChatClient.of("again-race", "1.0.0"), true)));
            }
            work.add(workers.submit(() -> all(false)));
            work.add(workers.submit(() -> all(false)));
        }

        assertThat(work).allMatch(one -> one.state() == Future.State.SUCCESS);
        assertThat(think("again-race").orElseThrow().votes()).isEqualTo(8);
    }

    /// All batches, from the first.
    private String asked() {
        return "can-i-use again-cache@1.0.0 --capability CACHE --server " + service;
    }

    private List<RescoreSummary> all(boolean isDry) {
        List<RescoreSummary> done = new ArrayList<>();
        Optional<RescoreCursor> place = Optional.of(RescoreCursor.START);
        while (place.isPresent()) {
            RescoreSummary batch = await(rescoreRunner.next(place.get(), BATCH, isDry));
            done.add(batch);
            place = batch.next().map(RescoreCursor::text).flatMap(RescoreCursor::parse);
        }
        return done;
    }

    private Optional<Cell> think(String client) {
        CellFilter filter = CellFilter.all().with(Axis.CLIENT, client).with(Set.of(Capability.THINK));
        return await(cellStore.find(filter, Optional.empty(), 10)).cells().stream()
                .findFirst();
    }

    private String evidence(String run) {
        return matrixRowWriter
                .sql("SELECT to_jsonb(e)::text FROM evidence e WHERE run_id = '" + run + "'")
                .iterator()
                .next()
                .getString(0);
    }

    private static boolean isOf(CellChange change, String client, boolean isThere) {
        return change.latest().capability() == Capability.THINK
                && change.after().isPresent() == isThere
                && change.latest().key().client().orElseThrow().product().equals(client);
    }
}
