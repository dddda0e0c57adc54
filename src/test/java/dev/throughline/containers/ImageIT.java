package dev.throughline.containers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.server.Wire;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import dev.throughline.testing.TestRun;
import java.time.Duration;
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
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The service's own image from outside: what a client and an operator see.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(900)
class ImageIT {
    private static final int STREAMS = 50;
    private static final int GRACE_SECONDS = 30;

    private final ContainerEnvironment containerEnvironment = new ContainerEnvironment("image");
    private Postgres postgres;
    private ServiceContainer service;

    @BeforeAll
    void start() {
        postgres = containerEnvironment.postgres();
        service = containerEnvironment.serve("service", postgres, Map.of());
    }

    @AfterAll
    void remove() {
        containerEnvironment.close();
    }

    static Stream<Wire> dialects() {
        return ReferenceConversation.DIALECTS.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dialects")
    void aConversationIsFollowedToItsVerdict(Wire dialect) throws Exception {
        JsonNode report = ReferenceConversation.begin(service.url(), dialect, Map.of("scenario", "interleaved"))
                .turns(3)
                .report();

        assertThat(report.path("verdict").asText()).as(report.toPrettyString()).isEqualTo("PASS");
    }

    @Test
    void isOneProcessThatIsNotRoot() throws Exception {
        String processes =
                service.execInContainer("sh", "-c", "cat /proc/[0-9]*/comm").getStdout();
        String user = service.execInContainer("id", "-u").getStdout().strip();

        // Ours, and that of the health check.
        Set<String> passing = Set.of("sh", "cat", "bash", "healthy");
        assertThat(processes.lines().filter(name -> !passing.contains(name))).containsExactly("java");
        assertThat(user).isNotEqualTo("0");
        assertThat(ContainerEngine.inspect(service).getConfig().getUser()).matches("[1-9][0-9]*(:[0-9]+)?");
    }

    @Test
    void writesNowhereButToTemporaryFiles() throws Exception {
        assertThat(ContainerEngine.inspect(service).getHostConfig().getReadonlyRootfs())
                .isTrue();
        assertThat(service.execInContainer("sh", "-c", "echo x >/x || echo x >/opt/throughline/x")
                        .getExitCode())
                .isNotZero();
    }

    @Test
    void theEngineFindsItHealthy() {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        String status = "";
        while (!status.equals("healthy") && System.nanoTime() < deadline) {
            StreamLoad.pause(500);
            status = ContainerEngine.inspect(service).getState().getHealth().getStatus();
        }
        assertThat(status).isEqualTo("healthy");
    }

    @Test
    void saysWhatItIs() {
        assertThat(ContainerEngine.inspect(service).getConfig().getLabels())
                .containsKeys(
                        "org.opencontainers.image.title",
                        "org.opencontainers.image.licenses",
                        "org.opencontainers.image.version");
    }

    @Test
    void aNewContainerKnowsWhatTheOldOneRecorded() throws Exception {
        ServiceContainer old = containerEnvironment.serve("old", postgres, Map.of());
        ReferenceConversation talk = ReferenceConversation.begin(
                        old.url(), ReferenceConversation.DIALECTS.getFirst(), Map.of("scenario", "tools"))
                .turns(2);
        String before = talk.report().path("items").toString();
        MatrixCells.cell(old.url(), "kept-client");
        old.stop();

        ServiceContainer fresh = containerEnvironment.serve("fresh", postgres, Map.of());

        JsonNode after = new TestRun(fresh.url(), talk.run().id(), "", "").report();
        assertThat(after.path("items").toString()).isEqualTo(before);
        assertThat(MatrixCells.read(fresh.url(), "kept-client").path("status").asText())
                .isEqualTo("PRESERVED");
        fresh.stop();
    }

    @Test
    void stopsWithinItsGraceAndEndsWhatItCanNotFinish() throws Exception {
        ServiceContainer stopped = containerEnvironment.serve("stopped", postgres, Map.of());
        String brief = stopped.open(Map.of("scenario", "long", "tokens", 80, "pace", 20));
        String lasting = stopped.open(Map.of("scenario", "long", "tokens", 6_000, "pace", 20));
        StreamLoad ending = StreamLoad.once(stopped.url(), brief, STREAMS);
        StreamLoad staying = StreamLoad.once(stopped.url(), lasting, 10);
        postgres.faultDatabase().awaitExchanges(brief, STREAMS);
        postgres.faultDatabase().awaitExchanges(lasting, 10);

        long stopping = System.nanoTime();
        long code = ContainerEngine.stop(stopped, GRACE_SECONDS);
        Duration gone = Duration.ofNanos(System.nanoTime() - stopping);

        assertThat(code).isIn(0L, 143L);
        assertThat(gone).isLessThan(Duration.ofSeconds(GRACE_SECONDS - 10));
        List<StreamedAnswer> ended = judged(brief, ending.await(5));
        // Short as they are, they have the time to finish; on a busy machine an unfinished one is reported.
        assertThat(ended).allMatch(one -> one.isDone() || one.hasError());
        assertThat(ended.stream().filter(StreamedAnswer::isDone)).hasSizeGreaterThan(STREAMS / 2);
        assertThat(judged(lasting, staying.await(5))).allMatch(one -> one.hasError() && !one.isDone());
    }

    private List<StreamedAnswer> judged(String run, List<StreamedAnswer> heard) throws Exception {
        RecordAudit recordAudit =
                RecordAudit.of(heard, postgres.faultDatabase().settled(run, 5), Set.of("FAILED", "INTERRUPTED"));
        assertThat(recordAudit.broken()).isEmpty();
        return heard;
    }

    @Test
    void allStreamsSurviveAKilledDatabase() throws Exception {
        String run = service.open(Map.of("scenario", "long", "tokens", 150, "pace", 30));
        StreamLoad streamLoad = StreamLoad.once(service.url(), run, STREAMS);
        postgres.faultDatabase().awaitExchanges(run, STREAMS);
        StreamLoad.pause(1_000);

        ContainerEngine.kill(postgres);
        ContainerEngine.start(postgres);
        postgres.awaitAnswer();

        assertThat(judged(run, streamLoad.await(60))).hasSize(STREAMS).allMatch(StreamedAnswer::isDone);
    }
}
