package dev.throughline.run.events;

import dev.throughline.run.RunId;
import dev.throughline.store.StatementRunner;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/// Announces changed runs to all processes that share the database, including this one. Ids are collected
/// for a moment, deduplicated and sent in one statement; while the database is unavailable they wait.
///
/// When full, one notification that any run may have changed replaces the ids.
final class RunNotificationSender {
    static final int MOST_WAITING = 10_000;

    private static final Logger LOG = Logger.getLogger(RunNotificationSender.class);
    // A notification need not be durable: a crash of the database disconnects all listeners. The setting
    // ends with the statement, and the lock that all notifications share is held as briefly as possible.
    private static final String SEND = """
            SELECT count(pg_notify('%s', notice)), set_config('synchronous_commit', 'off', true)
            FROM unnest($1::text[]) AS notice""".formatted(RunNotification.CHANNEL);
    private static final long GATHER_MILLIS = 50;
    private static final long PAUSE_NANOS = Duration.ofMillis(500).toNanos();
    private static final Duration STOP = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final StatementRunner statementRunner;
    private final Set<RunId> changed = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isOverfull = new AtomicBoolean();
    private final AtomicBoolean isSending = new AtomicBoolean();
    private volatile long failedNanos = System.nanoTime() - PAUSE_NANOS;
    private long timer = -1;

    RunNotificationSender(Vertx vertx, StatementRunner statementRunner) {
        this.vertx = vertx;
        this.statementRunner = statementRunner;
    }

    void start() {
        timer = vertx.setPeriodic(GATHER_MILLIS, _ -> tick());
    }

    /// Sends the waiting ids unless the database is unavailable.
    void stop() {
        vertx.cancelTimer(timer);
        send().onFailure().recoverWithNull().await().atMost(STOP);
    }

    /// Callable from any thread; never fails or waits.
    void publish(RunId run) {
        if (changed.size() < MOST_WAITING) {
            changed.add(run);
        } else {
            isOverfull.set(true);
        }
    }

    int waiting() {
        return changed.size();
    }

    private void tick() {
        if (!isEmpty() && System.nanoTime() - failedNanos >= PAUSE_NANOS && isSending.compareAndSet(false, true)) {
            send().onTermination()
                    .invoke(() -> isSending.set(false))
                    .subscribe()
                    .with(_ -> {}, failure -> LOG.debugf("notifications wait for the database cause=%s", failure));
        }
    }

    private boolean isEmpty() {
        return changed.isEmpty() && !isOverfull.get();
    }

    // Changes from here on are announced again.
    private Uni<Void> send() {
        boolean any = isOverfull.getAndSet(false);
        List<RunId> runs = List.copyOf(changed);
        runs.forEach(changed::remove);
        List<String> notices = any ? List.of(RunNotification.ANY) : RunNotification.texts(runs);
        return notices.isEmpty()
                ? Uni.createFrom().voidItem()
                : statementRunner
                        .<Void>run(SEND, Tuple.of(notices.toArray(String[]::new)), _ -> null)
                        .onFailure()
                        .invoke(() -> keep(any, runs));
    }

    private void keep(boolean any, List<RunId> runs) {
        failedNanos = System.nanoTime();
        isOverfull.compareAndSet(false, any);
        runs.forEach(this::publish);
    }
}
