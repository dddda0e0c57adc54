package dev.throughline.run.retention;

import dev.throughline.run.retention.Retention.Removed;
import dev.throughline.store.database.Database;
import dev.throughline.store.database.DatabaseException;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/// Retention inside the service: a pass on its own virtual thread, with a connection outside the pool.
@ApplicationScoped
public class ScheduledRetention {
    private static final Logger LOG = Logger.getLogger(ScheduledRetention.class);

    private final Duration interval;
    private final boolean isOff;
    private final Retention retention;

    ScheduledRetention(RetentionConfig config, Config settings) {
        RetentionPolicy policy = RetentionPolicy.of(config);
        this.interval = config.interval();
        this.isOff = policy.isOff();
        this.retention =
                new Retention(Database.dataSource(name -> settings.getOptionalValue(name, String.class)), policy);
    }

    public Duration interval() {
        return interval;
    }

    /// Removes what is due, unless another process is doing so.
    public Uni<Void> pass() {
        return isOff
                ? Uni.createFrom().voidItem()
                : Uni.createFrom()
                        .voidItem()
                        .invoke(this::apply)
                        .runSubscriptionOn(
                                work -> Thread.ofVirtual().name("retention").start(work));
    }

    /// Ends a pass in progress, including its current statement.
    public void stop() {
        retention.cancel();
    }

    private void apply() {
        try {
            retention.apply().filter(removed -> !removed.isNothing()).ifPresent(ScheduledRetention::log);
        } catch (DatabaseException e) {
            if (!retention.isCancelled()) {
                throw e;
            }
            LOG.debugf(e, "retention stopped with the service");
        }
    }

    private static void log(Removed removed) {
        LOG.infof(
                "retention removed contentsOfRuns=%d runs=%d emptyDays=%d",
                removed.contents(), removed.runs(), removed.days());
    }
}
