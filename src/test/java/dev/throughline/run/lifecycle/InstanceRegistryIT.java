package dev.throughline.run.lifecycle;

import dev.throughline.backend.Backends;
import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.Run;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.events.RunEventSource;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.journal.Beginning;
import dev.throughline.store.ServiceInstance;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class InstanceRegistryIT {
    private static final OffsetDateTime LONG_AGO = OffsetDateTime.now().minusDays(1);

    @Inject
    Pool pool;

    @Inject
    Backends backends;

    @Inject
    RunEventSource events;

    @Inject
    InstanceRegistry ofTheService;

    @Inject
    ServiceInstance service;

    @Inject
    RunStore runStore;

    @Inject
    ExchangeStore exchangeStore;

    private final ServiceInstance self = new ServiceInstance();
    private final String peer = UUID.randomUUID().toString();
    private InstanceRegistry registry;

    @BeforeEach
    void register() {
        // Shorter than that of the service, which therefore leaves the peer alone.
        RunConfig impatient = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(RunConfig.class)
                .withSources(new PropertiesConfigSource(Map.of("throughline.runs.instance-timeout", "2s"), "test", 500))
                .build()
                .getConfigMapping(RunConfig.class);
        registry = new InstanceRegistry(pool, self, backends, events, impatient);
        await(registry.register());
    }

    @AfterEach
    void leave() {
        update(
                "DELETE FROM instance WHERE instance_id = ANY ($1)",
                Tuple.tuple().addArrayOfString(new String[] {self.id(), peer}));
    }

    @Test
    void leavesAProcessOfTheSameNameAndPidInAnotherContainerAlone() {
        String twin = self.host().replaceFirst("pid:\\[\\d+]", "pid:[1]");
        add(twin, ProcessHandle.current().pid(), 0);

        await(registry.closeInterrupted());

        assertThat(isRegistered(peer)).isTrue();
    }

    @Test
    void noticesAtOnceThatAProcessBesideItHasEnded() {
        add(self.host(), ProcessHandle.current().pid(), 0);

        await(registry.closeInterrupted());

        assertThat(isRegistered(peer)).isFalse();
    }

    @Test
    void removesAProcessThatHasBeenSilent() {
        add("elsewhere", 1, 10);

        await(registry.closeInterrupted());

        assertThat(isRegistered(peer)).isFalse();
    }

    @Test
    void accusesNobodyOfASilenceThatWasItsOwnToo() {
        add("elsewhere", 1, 10);
        update("UPDATE instance SET seen = now() - interval '10 seconds' WHERE instance_id = $1", Tuple.of(self.id()));

        await(registry.closeInterrupted());
        assertThat(isRegistered(peer)).isTrue();

        await(registry.beat());
        await(registry.closeInterrupted());
        assertThat(isRegistered(peer)).isFalse();
    }

    @Test
    void interruptsNoAnswerOfItsOwnWhereAFailoverLostItsRow() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        await(exchangeStore.begin(
                1, StoreSamples.start(run.id(), ConversationLink.start(), "a", List.of()), new Beginning()));
        update("DELETE FROM instance WHERE instance_id = $1", Tuple.of(service.id()));

        await(ofTheService.closeInterrupted());
        await(ofTheService.beat());

        assertThat(await(exchangeStore.alone(run.id(), 1)).orElseThrow().trace().outcome())
                .isEqualTo(ExchangeOutcome.OPEN);
        assertThat(isRegistered(service.id())).isTrue();
        await(exchangeStore.end(new AnswerIdentity(run.id(), 1, "a"), StoreSamples.completed()));
    }

    private void add(String host, long pid, int secondsAgo) {
        update(
                "INSERT INTO instance (instance_id, host, pid, started, seen)"
                        + " VALUES ($1, $2, $3, $4, now() - $5 * interval '1 second')",
                Tuple.of(peer, host, pid, LONG_AGO).addDouble((double) secondsAgo));
    }

    private boolean isRegistered(String id) {
        return await(pool.preparedQuery("SELECT 1 FROM instance WHERE instance_id = $1")
                                .execute(Tuple.of(id)))
                        .size()
                == 1;
    }

    private void update(String sql, Tuple values) {
        await(pool.preparedQuery(sql).execute(values));
    }
}
