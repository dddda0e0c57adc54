package dev.throughline.run.events;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/// Receives which runs changed, in all processes that share the database, and wakes their readers in this
/// one. Uses a dedicated connection and virtual thread, started with the first reader; a process that never
/// had one does not listen.
///
/// Every `BEAT`, the connection is checked and all readers are woken, which makes up for a notification
/// that was never sent because its process was killed. A lost connection is reopened with growing pauses;
/// then all readers are woken too.
final class RunNotificationListener {
    private static final Logger LOG = Logger.getLogger(RunNotificationListener.class);
    private static final Duration BEAT = Duration.ofSeconds(15);
    private static final Duration LOST = Duration.ofSeconds(10);
    private static final int SIGN_OF_LIFE_SECONDS = 5;
    private static final long SHORTEST_PAUSE_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    private final DataSource database;
    private final RunSubscribers runSubscribers;
    private final AtomicBoolean isStarted = new AtomicBoolean();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile @Nullable Connection open;

    // Used by the listening thread only.
    private long pauseMillis = SHORTEST_PAUSE_MILLIS;

    RunNotificationListener(DataSource database, RunSubscribers runSubscribers) {
        this.database = database;
        this.runSubscribers = runSubscribers;
    }

    void start() {
        if (isStarted.compareAndSet(false, true)) {
            Thread.ofVirtual().name("live-events").start(this::listen);
        }
    }

    void stop() {
        stopped.countDown();
        Connection listening = open;
        if (listening != null) {
            try {
                listening.abort(Runnable::run);
            } catch (SQLException e) {
                LOG.debugf("connection not aborted cause=%s", e);
            }
        }
    }

    private void listen() {
        do {
            try (Connection connection = database.getConnection()) {
                open = connection;
                hear(connection);
            } catch (SQLException e) {
                LOG.debugf("live events are delayed, the database is unavailable cause=%s", e);
            } catch (RuntimeException e) {
                // The edge of the thread: without it no reader would be woken any more.
                LOG.errorf(e, "live events are delayed");
            }
        } while (!isStopped(pauseMillis()));
    }

    private void hear(Connection connection) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, (int) LOST.toMillis());
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + RunNotification.CHANNEL);
        }
        pauseMillis = SHORTEST_PAUSE_MILLIS;
        PGConnection notices = connection.unwrap(PGConnection.class);
        while (!isStopped(0)) {
            beat(connection);
            long next = System.nanoTime() + BEAT.toNanos();
            for (long left = BEAT.toMillis(); left > 0; left = (next - System.nanoTime()) / 1_000_000) {
                wake(notices.getNotifications((int) left));
            }
        }
    }

    private void beat(Connection connection) throws SQLException {
        if (!connection.isValid(SIGN_OF_LIFE_SECONDS)) {
            throw new SQLException("expected a reply within " + SIGN_OF_LIFE_SECONDS + " s");
        }
        runSubscribers.wakeAll();
    }

    private void wake(PGNotification @Nullable [] heard) {
        if (heard == null) {
            return;
        }
        for (PGNotification one : heard) {
            switch (RunNotification.read(one.getParameter())) {
                case RunNotification.Changed(var runs) -> runs.forEach(runSubscribers::wake);
                case RunNotification.AnyChanged() -> runSubscribers.wakeAll();
            }
        }
    }

    private long pauseMillis() {
        long pause = pauseMillis;
        pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, pause * 2);
        return pause;
    }

    private boolean isStopped(long waitMillis) {
        try {
            return stopped.await(waitMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            return true;
        }
    }
}
