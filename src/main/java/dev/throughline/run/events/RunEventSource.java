package dev.throughline.run.events;

import dev.throughline.run.RunId;
import dev.throughline.run.events.RunSubscribers.CoalescingSignal;
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
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/// Provides the live events of runs from all processes that share the database.
///
/// Only the ids of changed runs are sent between processes (`RunNotificationSender`,
/// `RunNotificationListener`); the changes are read from the database by the processes that have readers of
/// the run. Every reader therefore receives each committed change once and in order, in whichever process
/// it happened; a lost notification or connection delays events but never drops them.
///
/// The database is queried only when a reader requests more. A slow reader holds nothing in memory and
/// receives later what happened in the meantime.
@Singleton
public class RunEventSource {
    private static final Logger LOG = Logger.getLogger(RunEventSource.class);
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(5);
    /// After the last writes of the process, which must be notified too.
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

    /// The run's state, then its events until it is sealed or deleted. Events of one exchange are in order;
    /// events of different exchanges that happened at about the same time are ordered by number.
    public Multi<RunEvent> of(RunId run) {
        return Multi.createFrom().deferred(() -> follow(SubscriberCursor.joining(run)));
    }

    /// The events after a position. Where the last connection broke within a few events, these are sent again.
    public Multi<RunEvent> after(RunId run, EventPosition received) {
        return Multi.createFrom().deferred(() -> follow(SubscriberCursor.after(run, received)));
    }

    /// An item at once, and one whenever any run may have changed, for pages that show many runs. What
    /// happens while a reader is busy is coalesced into one item; it does not end by itself.
    public Multi<Boolean> changes() {
        return Multi.createFrom().deferred(() -> {
            CoalescingSignal coalescingSignal = runSubscribers.addForAll();
            listener.start();
            return Multi.createBy()
                    .repeating()
                    .uni(() -> coalescingSignal.next().replaceWith(true))
                    .indefinitely()
                    .onTermination()
                    .invoke(() -> runSubscribers.removeForAll(coalescingSignal));
        });
    }

    /// Announces that the run changed; call after the commit. Callable from any thread; never fails or waits.
    public void publish(RunId run) {
        sender.publish(run);
    }

    public int followers() {
        return runSubscribers.size();
    }

    /// Runs whose change was not announced to the other processes yet; at most `RunNotificationSender.MOST_WAITING`.
    public int untold() {
        return sender.waiting();
    }

    private Multi<RunEvent> follow(SubscriberCursor place) {
        RunId run = place.run();
        CoalescingSignal coalescingSignal = runSubscribers.add(run);
        listener.start();
        return Multi.createBy()
                .repeating()
                .uni(() -> coalescingSignal.next().chain(() -> step(place)))
                .whilst(step -> !step.isLast())
                .onItem()
                .invoke(step -> again(step, coalescingSignal))
                .onItem()
                .transformToIterable(step -> events(run, step))
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

    private static List<RunEvent> events(RunId run, SubscriberCursor.Step step) {
        List<RunEvent> events = new ArrayList<>(step.events());
        step.reached().ifPresent(position -> events.add(new RunEvent.Reached(run, position)));
        return events;
    }

    private static void again(SubscriberCursor.Step step, CoalescingSignal coalescingSignal) {
        if (step.hasMore()) {
            coalescingSignal.raise();
        }
    }
}
