package dev.throughline.run.events;

import dev.throughline.run.RunId;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.database.Database;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/// What happens in the runs, as it happens, in any process that shares the database.
///
/// Nothing but the name of a changed run travels between processes (`RunNotificationSender`,
/// `RunNotificationListener`); what changed is
/// read from the database, by the processes that have readers of the run. So every reader hears what is committed, once
/// and in order, wherever it happened: a lost notice or connection makes events late, never missing.
///
/// A reader is read for when it asks for more. One that is slow holds nothing in memory: it hears later what happened
/// meanwhile.
@Singleton
public class RunEventSource {
    private static final Logger LOG = Logger.getLogger(RunEventSource.class);
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(5);
    /// After the last writes of the process, which are told too.
    private static final int LATE = 3_000;

    private final RunChangeQuery changes;
    private final RunSubscribers runSubscribers = new RunSubscribers();
    private final RunNotificationSender sender;
    private final RunNotificationListener listener;

    RunEventSource(Vertx vertx, StatementRunner statementRunner, Config settings) {
        this.changes = new RunChangeQuery(statementRunner);
        this.sender = new RunNotificationSender(vertx, statementRunner);
        this.listener = new RunNotificationListener(
                Database.dataSource(name -> settings.getOptionalValue(name, String.class)), runSubscribers);
    }

    void start(@Observes StartupEvent started) {
        sender.start();
    }

    void stop(@Observes @Priority(LATE) ShutdownEvent stopped) {
        listener.stop();
        sender.stop();
    }

    /// Where the run stands, then its events until it is sealed or gone. Events of one exchange come in order; those of
    /// different exchanges that happened at about the same time come by number.
    public Multi<RunEvent> of(RunId run) {
        return Multi.createFrom().deferred(() -> follow(run));
    }

    /// Says that something in the run changed; call after the commit. From any thread; never fails, never waits.
    public void tell(RunId run) {
        sender.tell(run);
    }

    /// Who follows a run in this process.
    public int followers() {
        return runSubscribers.size();
    }

    /// Runs that changed and were not told to the other processes yet; `RunNotificationSender.MOST_WAITING` at most.
    public int untold() {
        return sender.waiting();
    }

    private Multi<RunEvent> follow(RunId run) {
        CoalescingSignal coalescingSignal = runSubscribers.add(run);
        listener.start();
        var place = new SubscriberCursor(run);
        return Multi.createBy()
                .repeating()
                .uni(() -> coalescingSignal.next().chain(() -> step(place)))
                .whilst(step -> !step.isLast())
                .onItem()
                .invoke(step -> again(step, coalescingSignal))
                .onItem()
                .transformToIterable(SubscriberCursor.Step::events)
                .onTermination()
                .invoke(() -> runSubscribers.remove(run, coalescingSignal));
    }

    private Uni<SubscriberCursor.Step> step(SubscriberCursor place) {
        return changes.since(place)
                .onFailure()
                .invoke(failure -> LOG.debugf("live events are delayed run=%s cause=%s", place.run(), failure))
                .onFailure()
                .retry()
                .withBackOff(RETRY, LONGEST_RETRY)
                .indefinitely()
                .map(place::advance);
    }

    private static void again(SubscriberCursor.Step step, CoalescingSignal coalescingSignal) {
        if (step.hasMore()) {
            coalescingSignal.raise();
        }
    }
}
