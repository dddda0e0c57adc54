package dev.throughline.containers;

import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The network between service and database fails, temporarily or permanently: an end that a client saw is
/// complete and committed, and every answer is closed in the end.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(900)
class NetworkFaultsIT {
    private static final int STREAMS = 50;
    private static final Map<String, ?> FOUR_SECONDS = Map.of("scenario", "long", "tokens", 130, "pace", 30);
    private static final Set<String> BROKEN_OFF = Set.of("FAILED", "INTERRUPTED");
    private static final Map<String, String> IMPATIENT =
            Map.of("THROUGHLINE_JOURNAL_RETRY_FOR", "2s", "THROUGHLINE_JOURNAL_WRITE_TIMEOUT", "1s");
    // Notices soon that another process is gone.
    private static final Map<String, String> WATCHFUL = Map.of(
            "THROUGHLINE_RUNS_SWEEP_INTERVAL", "1s",
            "THROUGHLINE_RUNS_HEARTBEAT_INTERVAL", "1s",
            "THROUGHLINE_RUNS_INSTANCE_TIMEOUT", "6s");

    private final ContainerEnvironment containerEnvironment = new ContainerEnvironment("faults");
    private Postgres postgres;
    private ServiceContainer patient;
    private ServiceContainer impatient;

    private interface Blow {
        void strike() throws Exception;
    }

    @BeforeAll
    void start() {
        postgres = containerEnvironment.postgres();
        patient = containerEnvironment.serve("patient", postgres, WATCHFUL);
        impatient = containerEnvironment.serve("impatient", postgres, IMPATIENT);
    }

    @AfterAll
    void remove() {
        containerEnvironment.close();
    }

    Stream<Arguments> absences() {
        return Stream.of(
                absence("paused", () -> ContainerEngine.pause(postgres), () -> ContainerEngine.unpause(postgres)),
                absence("off the network", this::cutOff, this::joinAgain),
                absence("killed", () -> ContainerEngine.kill(postgres), () -> ContainerEngine.start(postgres)));
    }

    private static Arguments absence(String name, Blow away, Blow back) {
        return Arguments.argumentSet(name, away, back);
    }

    private void cutOff() {
        ContainerEngine.disconnect(postgres, containerEnvironment.back());
    }

    private void joinAgain() {
        ContainerEngine.connect(postgres.getContainerId(), containerEnvironment.back(), Postgres.ALIAS);
    }

    /// Brings the database back, and waits until every service has found it again.
    private void mend(Blow back) throws Exception {
        back.strike();
        postgres.awaitAnswer();
        patient.recovery();
        impatient.recovery();
    }

    @ParameterizedTest
    @MethodSource("absences")
    void allStreamsSurviveADatabaseThatIsAwayForAWhile(Blow away, Blow back) throws Exception {
        String run = patient.open(FOUR_SECONDS);
        StreamLoad streamLoad = StreamLoad.once(patient.url(), run, STREAMS);
        postgres.faultDatabase().awaitExchanges(run, STREAMS);
        StreamLoad.pause(1_000);

        away.strike();
        long gone = System.nanoTime();
        StreamLoad.pause(5_000);
        List<StreamedAnswer> meanwhile = streamLoad.soFar();
        mend(back);
        List<StreamedAnswer> heard = streamLoad.await(90);

        assertThat(meanwhile).noneMatch(one -> one.isDone() && one.endNanos() > gone);
        assertThat(judged(run, heard, Set.of())).hasSize(STREAMS).allMatch(StreamedAnswer::isDone);
    }

    @ParameterizedTest
    @MethodSource("absences")
    void streamsEndWithAnErrorWhenTheDatabaseIsAwayForTooLong(Blow away, Blow back) throws Exception {
        String run = impatient.open(Map.of("scenario", "long", "tokens", 5_000, "pace", 30));
        StreamLoad streamLoad = StreamLoad.once(impatient.url(), run, STREAMS);
        postgres.faultDatabase().awaitExchanges(run, STREAMS);
        StreamLoad.pause(1_000);

        List<StreamedAnswer> heard;
        StreamedAnswer refused;
        away.strike();
        try {
            heard = streamLoad.await(60);
            refused = StreamLoad.once(impatient.url(), run, 1).await(60).getFirst();
        } finally {
            mend(back);
        }

        assertThat(heard).allMatch(StreamedAnswer::hasError).noneMatch(StreamedAnswer::isDone);
        assertThat(refused.status()).isEqualTo(503);
        judged(run, heard, BROKEN_OFF);
    }

    @Test
    void answersOfAKilledServiceAreClosedByAnother() throws Exception {
        ServiceContainer killed = containerEnvironment.serve("killed", postgres, WATCHFUL);
        String run = killed.open(Map.of("scenario", "long", "tokens", 60, "pace", 30));
        StreamLoad streamLoad = StreamLoad.steady(killed.url(), run, STREAMS);
        postgres.faultDatabase().awaitExchanges(run, 2 * STREAMS);

        ContainerEngine.kill(killed);
        List<StreamedAnswer> heard = streamLoad.await(30);

        assertThat(judged(run, heard, Set.of("INTERRUPTED")))
                .anyMatch(StreamedAnswer::isDone)
                .anyMatch(one -> !one.isDone());
        killed.stop();
    }

    @Test
    void aServiceThatStoodStillForLongSaysNothingFalse() throws Exception {
        ServiceContainer paused = containerEnvironment.serve("paused", postgres, WATCHFUL);
        String run = paused.open(FOUR_SECONDS);
        StreamLoad streamLoad = StreamLoad.once(paused.url(), run, STREAMS);
        postgres.faultDatabase().awaitExchanges(run, STREAMS);
        StreamLoad.pause(1_000);

        ContainerEngine.pause(paused);
        awaitClosed(run);
        ContainerEngine.unpause(paused);

        judged(run, streamLoad.await(60), BROKEN_OFF);
        paused.recovery();
        paused.stop();
    }

    @Test
    void aServiceCutOffFromItsDatabaseSaysNothingFalse() throws Exception {
        ServiceContainer cut = containerEnvironment.serve("cut", postgres, IMPATIENT);
        String run = cut.open(FOUR_SECONDS);
        StreamLoad streamLoad = StreamLoad.once(cut.url(), run, STREAMS);
        postgres.faultDatabase().awaitExchanges(run, STREAMS);
        StreamLoad.pause(1_000);

        ContainerEngine.disconnect(cut, containerEnvironment.back());
        List<StreamedAnswer> heard = streamLoad.await(60);
        awaitClosed(run);
        ContainerEngine.connect(cut.getContainerId(), containerEnvironment.back(), cut.name());
        cut.recovery();

        assertThat(judged(run, heard, BROKEN_OFF)).allMatch(one -> one.hasError() && !one.isDone());
        cut.stop();
    }

    /// Until another service took its process for gone.
    private void awaitClosed(String run) throws Exception {
        assertThat(postgres.faultDatabase().outcomes(run, 40)).doesNotContain("OPEN");
    }

    private List<StreamedAnswer> judged(String run, List<StreamedAnswer> heard, Set<String> allowed) throws Exception {
        RecordAudit recordAudit = RecordAudit.of(heard, postgres.faultDatabase().settled(run, 30), allowed);
        assertThat(recordAudit.broken()).isEmpty();
        return heard;
    }
}
