package dev.throughline.containers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.server.Wire;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import dev.throughline.testing.TestRun;
import java.util.ArrayList;
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

/// Three services on one database behind a load balancer that sends each request to another one: for a
/// client they are one service.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
class ThreeContainersIT {
    private static final List<String> NAMES = List.of("one", "two", "three");
    private static final Map<String, String> SETTINGS = Map.of("THROUGHLINE_HEAP", "384m");
    private static final int STREAMS = 200;
    private static final int LASTING = 9;
    private static final int GRACE_SECONDS = 30;

    private final ContainerEnvironment containerEnvironment = new ContainerEnvironment("three");
    private final List<ServiceContainer> services = new ArrayList<>();
    private Postgres postgres;
    private Balancer balancer;

    @BeforeAll
    void start() {
        postgres = containerEnvironment.postgres();
        NAMES.forEach(name -> services.add(containerEnvironment.serve(name, postgres, SETTINGS)));
        balancer = containerEnvironment.balancer(NAMES.toArray(String[]::new));
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
    void aConversationContinuesOnAnyOfThem(Wire dialect) throws Exception {
        ReferenceConversation talk = ReferenceConversation.begin(balancer.url(), dialect, Map.of("scenario", "tools"))
                .turns(4);

        JsonNode report = talk.report();

        assertThat(report.path("verdict").asText()).as(report.toPrettyString()).isEqualTo("PASS");
        assertThat(postgres.faultDatabase()
                        .number("SELECT count(DISTINCT instance_id) FROM exchange WHERE run_id = '"
                                + talk.run().id() + "'"))
                .isEqualTo(NAMES.size());
    }

    @Test
    void aRollingReplacementLosesNothing() throws Exception {
        String brief = run(Map.of("scenario", "long", "tokens", 60, "pace", 50, "maxRequests", 100_000));
        String lasting = run(Map.of("scenario", "long", "tokens", 20_000, "pace", 50));
        StreamLoad staying = StreamLoad.once(balancer.url(), lasting, LASTING);
        StreamLoad streamLoad = StreamLoad.endless(balancer.url(), brief, STREAMS);
        postgres.faultDatabase().awaitExchanges(brief, STREAMS);

        for (int i = 0; i < services.size(); i++) {
            replace(i);
        }
        List<StreamedAnswer> heard = streamLoad.await(60);
        List<StreamedAnswer> told = staying.await(5);

        RecordAudit recordAudit = judge(brief, heard);
        List<StreamedAnswer> cut = heard.stream().filter(one -> !one.isDone()).toList();
        System.out.printf(
                "rolling replacement: %d answers of %d streams, %d of them cut, %d tokens lost, %d false ends%n",
                heard.size(), STREAMS, cut.size(), recordAudit.lostTokens(), recordAudit.falseEnds());
        assertThat(recordAudit.broken()).isEmpty();
        assertThat(heard).hasSizeGreaterThan(STREAMS * NAMES.size());
        // Short as they are, they have the time to finish, but for some on a busy machine.
        assertThat(cut).hasSizeLessThan(heard.size() / 10);
        assertThat(judge(lasting, told).broken()).isEmpty();
        assertThat(told).hasSize(LASTING).noneMatch(StreamedAnswer::isDone).anyMatch(StreamedAnswer::hasError);
    }

    /// What the service itself had to break off at the end of its time looks to it as if the client had gone.
    private RecordAudit judge(String run, List<StreamedAnswer> heard) throws Exception {
        return RecordAudit.of(
                heard, postgres.faultDatabase().settled(run, 20), Set.of("FAILED", "INTERRUPTED", "CLIENT_GONE"));
    }

    private String run(Map<String, ?> settings) throws Exception {
        return TestRun.open(balancer.url(), settings).id();
    }

    /// Stops one as an orchestrator does, and starts another in its place.
    private void replace(int index) {
        ServiceContainer old = services.get(index);
        assertThat(ContainerEngine.stop(old, GRACE_SECONDS)).isIn(0L, 143L);
        old.stop();
        services.set(index, containerEnvironment.serve(old.name(), postgres, SETTINGS));
        StreamLoad.pause(2_000); // the balancer finds it
    }
}
