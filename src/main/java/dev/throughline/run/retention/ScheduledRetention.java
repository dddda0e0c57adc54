package dev.throughline.run.retention;

import dev.throughline.store.database.Database;
import dev.throughline.store.database.DatabaseException;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/// Retention inside the service: a pass on its own virtual thread, with a connection outside the pool.
@ApplicationScoped
public class ScheduledRetention {
    private static final Logger LOG = Logger.getLogger(ScheduledRetention.class);

    private final RetentionConfig config;
    private final RetentionPolicy policy;
    private final Config settings;
    private volatile boolean stopping;
    private volatile Optional<Retention> running = Optional.empty();

    ScheduledRetention(RetentionConfig config, Config settings) {
        this.config = config;
        this.policy = RetentionPolicy.of(config);
        this.settings = settings;
    }

    /// The interval between passes.
    public Duration interval() {
        return config.interval();
    }

    /// Removes what is due, unless another process is doing so.
    public Uni<Void> pass() {
        return policy.isOff()
                ? Uni.createFrom().voidItem()
                : Uni.createFrom()
                        .<Void>item(() -> {
                            apply();
                            return null;
                        })
                        .runSubscriptionOn(
                                work -> Thread.ofVirtual().name("retention").start(work));
    }

    /// Ends a pass in progress, including its current statement.
    public void stop() {
        stopping = true;
        running.ifPresent(Retention::cancel);
    }

    private void apply() {
        DataSource database = Database.dataSource(name -> settings.getOptionalValue(name, String.class));
        var retention = new Retention(database, policy, Pacing.of(config, () -> stopping));
        running = Optional.of(retention);
        try {
            retention.apply().ifPresent(ScheduledRetention::log);
        } catch (DatabaseException e) {
            if (!stopping) {
                throw e;
            }
            LOG.debugf(e, "retention stopped with the service");
        } finally {
            running = Optional.empty();
        }
    }

    private static void log(List<RemovalReport> removals) {
        removals.stream()
                .filter(removalReport -> !removalReport.isEmpty())
                .forEach(removalReport -> LOG.infof(
                        "retention removed step=%s runs=%d rows=%d bytes=%d partitions=%d partitionBytes=%d",
                        removalReport.step().label(),
                        removalReport.runs(),
                        removalReport.rows(),
                        removalReport.bytes(),
                        removalReport.partitions(),
                        removalReport.partitionBytes()));
    }
}
