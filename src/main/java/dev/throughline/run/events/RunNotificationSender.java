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

/// Tells all processes that share the database, this one too, which runs changed: gathered for a moment, each once,
/// many in one statement. While the database is away they wait.
///
/// When full: too many runs to be named are told as one notice, that any run may have changed.
final class RunNotificationSender {
    /// Runs that may wait to be told.
    static final int MOST_WAITING = 10_000;

    private static final Logger LOG = Logger.getLogger(RunNotificationSender.class);
    // A notice need not be on the disk: a crash of the database ends all who listen. The setting ends with the
    // statement, and the lock that all notices share is held for as short as can be.
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

    /// Tells what waits, unless the database is away.
    void stop() {
        vertx.cancelTimer(timer);
        send().onFailure().recoverWithNull().await().atMost(STOP);
    }

    /// From any thread; never fails, never waits.
    void tell(RunId run) {
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

    // What changes from here on is told again.
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
        runs.forEach(this::tell);
    }
}
