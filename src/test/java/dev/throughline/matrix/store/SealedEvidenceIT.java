package dev.throughline.matrix.store;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Streaming;
import dev.throughline.matrix.ProductVersion;
import dev.throughline.matrix.Vote;
import dev.throughline.run.RunId;
import dev.throughline.run.RunState;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.testing.TestRun;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class SealedEvidenceIT {
    @TestHTTPResource
    URI service;

    @Inject
    Matrix matrix;

    @Inject
    RunStore runStore;

    @Inject
    Pool pool;

    @Inject
    MeterRegistry registry;

    @Test
    void aSealedRunIsInTheMatrixAtOnce() throws Exception {
        String run = StubChatClient.sealed(service, StubChatClient.of("seal-one", "1.2.3"), true);

        Cell cell = think("seal-one");

        assertThat(cell.status()).isEqualTo(Status.PRESERVED);
        assertThat(cell.acrossTurns()).isEqualTo(Status.PRESERVED);
        assertThat(cell.withinTurn()).isEqualTo(Status.NOT_EXERCISED);
        assertThat(cell.confidence()).isEqualTo(Confidence.LOW);
        assertThat(cell.latestRun()).isEqualTo(run);
        CellKey key = cell.key();
        assertThat(key.scenario()).isEqualTo("chat");
        assertThat(key.model()).isEqualTo("glm-4.7");
        assertThat(key.streaming()).isEqualTo(Streaming.WHOLE);
        assertThat(key.policy()).isEqualTo(ThinkingPolicy.PRESERVED);
        assertThat(key.gateway()).isEmpty();
        assertThat(key.backend()).isEmpty();
        assertThat(await(matrix.now()).versions("seal-one"))
                .extracting(ProductVersion::version)
                .containsExactly("1.2.3");
    }

    @Test
    void whatReachedAStubBehindAGatewayIsKeptUnderTheGateway() throws Exception {
        Map<String, ?> client = Map.of("name", "seal-behind", "version", "1.0.0", "dialect", "anthropic");
        Map<String, ?> gateway = Map.of("name", "throughline", "version", "9.9.9");
        StubChatClient.sealed(service, Map.of("scenario", "chat", "client", client), true);
        StubChatClient.sealed(service, Map.of("scenario", "chat", "client", client, "gateway", gateway), true);

        CellKey key = cells(CellFilter.all()
                        .with(Axis.CLIENT, "seal-behind")
                        .with(Axis.GATEWAY, "throughline")
                        .with(Set.of(Capability.THINK)))
                .getFirst()
                .key();

        assertThat(key.gateway().map(CellKey.Versioned::label)).contains("throughline@9.9.9");
        assertThat(key.backend()).isEmpty();
        assertThat(key.dialectIn()).isEqualTo(Dialect.ANTHROPIC);
        assertThat(key.dialectOut()).isEqualTo(Dialect.OPENAI_CHAT);
    }

    @Test
    void rawMarkupOfAStubCountsOnlyBehindAGateway() throws Exception {
        Map<String, ?> client = Map.of("name", "seal-raw", "version", "1.0.0");
        Map<String, ?> gateway = Map.of("name", "throughline", "version", "9.9.9");
        StubChatClient.sealed(service, Map.of("scenario", "chat", "output", "raw-glm-4.5", "client", client), true);
        StubChatClient.sealed(
                service,
                Map.of("scenario", "chat", "output", "raw-glm-4.5", "client", client, "gateway", gateway),
                true);

        assertThat(cells(CellFilter.all().with(Axis.CLIENT, "seal-raw")))
                .extracting(cell -> cell.key().scenario())
                .containsOnly("chat-raw-glm-4.5");
    }

    @Test
    void packagesAndTheReasoningFieldAreInTheKey() throws Exception {
        Map<String, ?> client =
                Map.of("name", "seal-packages", "version", "1.0.0", "packages", List.of("b@2.0.0", "a@1.0.0"));
        StubChatClient.sealed(
                service, Map.of("scenario", "chat", "reasoningField", "reasoning", "client", client), true);

        CellFilter ofIt = CellFilter.all().with(Axis.CLIENT, "seal-packages");
        assertThat(cells(ofIt.with(Axis.SDK, "a@1.0.0 b@2.0.0").with(Axis.REASONING_FIELD, "reasoning")))
                .isNotEmpty()
                .allSatisfy(cell -> assertThat(cell.key().sdk()).isEqualTo("a@1.0.0 b@2.0.0"));
        assertThat(cells(ofIt.with(Axis.SDK, ""))).isEmpty();
    }

    @Test
    void aProxyRunInFrontOfAStubRunIsNotSeparateEvidence() throws Exception {
        TestRun stub = TestRun.open(service, Map.of("scenario", "chat"));

        StubChatClient.sealed(
                service, StubChatClient.of("seal-front", Map.of("mode", "proxy", "backend", "run:" + stub.id())), true);

        assertThat(cells(CellFilter.all().with(Axis.CLIENT, "seal-front"))).isEmpty();
        assertThat(stub.get("").path("exchanges").asInt()).isEqualTo(2);
    }

    @Test
    void runsOfOneCombinationVoteTogether() throws Exception {
        List<String> runsOfIt = new ArrayList<>();
        for (boolean isFaithful : new boolean[] {true, true, false, true}) {
            runsOfIt.addFirst(StubChatClient.sealed(service, StubChatClient.of("seal-many", "1.0.0"), isFaithful));
        }

        Cell cell = think("seal-many");

        assertThat(cell.status()).isEqualTo(Status.BROKEN);
        assertThat(cell.flags()).contains(Cell.Flag.FLAKY);
        assertThat(cell.counts()).isEqualTo(Map.of(Status.PRESERVED, 3, Status.BROKEN, 1));
        assertThat(await(matrix.votes(cell.key(), Optional.empty(), 10)))
                .extracting(Vote::run)
                .isEqualTo(runsOfIt);
        assertThat(await(matrix.votes(cell.key(), Optional.empty(), 2))).hasSize(2);
    }

    @Test
    void sealsOfOneCombinationAtTheSameTimeAllCount() throws Exception {
        List<Future<String>> sealed = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                sealed.add(clients.submit(
                        () -> StubChatClient.sealed(service, StubChatClient.of("seal-race", "1.0.0"), true)));
            }
        }

        assertThat(sealed).allMatch(one -> one.state() == Future.State.SUCCESS);
        assertThat(think("seal-race").votes()).isEqualTo(8);
    }

    @Test
    void whatIsNotEligibleLeavesNoEvidence() throws Exception {
        Map<String, ?> fault = Map.of("exchange", 9, "kind", "status-429");
        List<String> notEligible = new ArrayList<>();
        notEligible.add(StubChatClient.sealed(service, Map.of("scenario", "chat"), true));
        notEligible.add(
                StubChatClient.sealed(service, StubChatClient.of("seal-fault", "faults", List.of(fault)), true));
        notEligible.add(StubChatClient.sealed(service, StubChatClient.of("seal-raw", "output", "raw-glm-4.5"), true));

        for (String run : notEligible) {
            assertThat(sql("SELECT 1 FROM evidence WHERE run_id = '" + run + "'"))
                    .isEmpty();
        }
    }

    @Test
    void aRunIsSealedThoughItsEvidenceCannotBeKeptAndItIsWrittenOnceItCan() throws Exception {
        double missed = missed();
        String run;
        sql("ALTER TABLE evidence ADD CONSTRAINT refused CHECK (client <> 'seal-refused')");
        try {
            run = StubChatClient.sealed(service, StubChatClient.of("seal-refused", "1.0.0"), true);

            assertThat(await(runStore.find(new RunId(run))).orElseThrow().state())
                    .isEqualTo(RunState.SEALED);
            assertThat(await(runStore.verdict(new RunId(run)))).isPresent();
        } finally {
            sql("ALTER TABLE evidence DROP CONSTRAINT refused");
        }

        assertThat(missed()).isGreaterThan(missed);
        await(runStore.observe());
        assertThat(think("seal-refused").latestRun()).isEqualTo(run);
        assertThat(sql("SELECT 1 FROM verdict WHERE owes_evidence")).isEmpty();
    }

    @Test
    void whatReplicationBringsIsInTheMatrix() throws Exception {
        String run = StubChatClient.sealed(service, StubChatClient.of("seal-here", "1.0.0"), true);
        assertThat(think("seal-here").votes()).isEqualTo(1);

        // As the worker of a subscription writes it: with the number that the row had where it comes from.
        sql("BEGIN; SET LOCAL session_replication_role = replica;"
                + " CREATE TEMPORARY TABLE brought ON COMMIT DROP AS SELECT * FROM evidence WHERE run_id = '"
                + run + "';"
                + " UPDATE brought SET run_id = run_id || '-a', revision = 1;"
                + " INSERT INTO evidence TABLE brought; COMMIT");

        assertThat(think("seal-here").votes()).isEqualTo(2);
    }

    private double missed() {
        return registry.get("throughline.evidence.missed").functionCounter().count();
    }

    @Test
    void keepsTheShapesOfRequestsAndNoTextOfThem() throws Exception {
        String run = StubChatClient.sealed(service, StubChatClient.of("seal-shapes", "1.0.0"), true);

        String shapes = sql("SELECT shapes::text FROM evidence WHERE run_id = '" + run + "'")
                .iterator()
                .next()
                .getString(0);

        assertThat(shapes)
                .contains("\"field\": \"reasoning_content\"", "\"messages\": 3")
                .doesNotContain("THINK-", "\"one\"", "\"two\"");
    }

    private Cell think(String client) {
        return cells(CellFilter.all().with(Axis.CLIENT, client).with(Set.of(Capability.THINK)))
                .getFirst();
    }

    private List<Cell> cells(CellFilter filter) {
        return await(matrix.now()).cells(filter);
    }

    private RowSet<Row> sql(String sql) {
        return await(pool.query(sql).execute());
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(60));
    }
}
