package dev.throughline.run.lifecycle;

import dev.throughline.run.exchange.UnrecordedExchanges;
import dev.throughline.run.retention.OrphanSweep;
import dev.throughline.run.retention.ScheduledRetention;
import dev.throughline.store.DatabaseProgress;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/// The service's periodic database maintenance: sends heartbeats, closes exchanges that a crash left open,
/// seals idle runs, creates partitions ahead of time, and removes data that has expired or belongs to no
/// run. Every step may run in several processes at once.
@ApplicationScoped
class Housekeeping {
    private static final Logger LOG = Logger.getLogger(Housekeeping.class);
    private static final Duration START = Duration.ofSeconds(30);
    private static final Duration STOP = Duration.ofSeconds(5);
    private static final Duration UNRECORDED = Duration.ofSeconds(1);
    private static final Duration LEFT_OPEN = Duration.ofSeconds(3);
    private static final Duration PARTITIONS = Duration.ofHours(6);
    private static final Duration ORPHANS = Duration.ofHours(6);

    private final Vertx vertx;
    private final RunConfig config;
    private final InstanceRegistry instanceRegistry;
    private final DueRunSealer dueRunSealer;
    private final UnrecordedExchanges unrecordedExchanges;
    private final ScheduledRetention retention;
    private final OrphanSweep orphans;
    private final Pool pool;
    private final DatabaseProgress progress;
    private final ShutdownRunSealer opened;
    private final RunStore runStore;

    // The periodic tasks until the service stops; written only at the start.
    private final List<Long> timers = new ArrayList<>();

    Housekeeping(
            Vertx vertx,
            RunConfig config,
            InstanceRegistry instanceRegistry,
            DueRunSealer dueRunSealer,
            UnrecordedExchanges unrecordedExchanges,
            ScheduledRetention retention,
            OrphanSweep orphans,
            Pool pool,
            DatabaseProgress progress,
            ShutdownRunSealer opened,
            RunStore runStore) {
        this.vertx = vertx;
        this.config = config;
        this.instanceRegistry = instanceRegistry;
        this.dueRunSealer = dueRunSealer;
        this.unrecordedExchanges = unrecordedExchanges;
        this.retention = retention;
        this.orphans = orphans;
        this.pool = pool;
        this.progress = progress;
        this.opened = opened;
        this.runStore = runStore;
    }

    void start(@Observes StartupEvent started) {
        progress.within(START, partitions().chain(instanceRegistry::register).chain(instanceRegistry::closeInterrupted))
                .await()
                .indefinitely();
        every(
                config.heartbeatInterval(),
                "heartbeat",
                () -> instanceRegistry.closeInterrupted().chain(instanceRegistry::beat));
        every(config.sweepInterval(), "idle runs", dueRunSealer::sealIdle);
        every(config.sweepInterval(), "runs of live traffic", dueRunSealer::sealLive);
        every(config.sweepInterval(), "evidence that is owed", runStore::observe);
        every(UNRECORDED, "unrecorded exchanges", unrecordedExchanges::mark);
        every(LEFT_OPEN, "exchanges left open", unrecordedExchanges::closeLeftOpen);
        every(PARTITIONS, "partitions", this::partitions);
        every(retention.interval(), "retention", retention::pass);
        every(ORPHANS, "rows of deleted runs", orphans::pass);
    }

    void stop(@Observes ShutdownEvent stopped) {
        timers.forEach(vertx::cancelTimer);
        retention.stop();
        unrecordedExchanges
                .mark()
                .chain(() -> opened.seal(runStore))
                .chain(instanceRegistry::leave)
                .onFailure()
                .invoke(failure -> LOG.warnf("instance not deregistered cause=%s", failure))
                .onFailure()
                .recoverWithNull()
                .await()
                .atMost(STOP);
    }

    private void every(Duration interval, String name, Supplier<Uni<Void>> step) {
        timers.add(vertx.setPeriodic(
                interval.toMillis(),
                due -> step.get().subscribe().with(done -> {}, failure -> {
                    progress.failed(failure);
                    LOG.warnf("housekeeping failed step=%s cause=%s", name, failure);
                })));
    }

    private Uni<Void> partitions() {
        return pool.query("SELECT token_slice_partitions_ahead(" + config.partitionsAhead() + ")")
                .execute()
                .replaceWithVoid();
    }
}
