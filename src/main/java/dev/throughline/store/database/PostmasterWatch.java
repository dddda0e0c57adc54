package dev.throughline.store.database;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/// Restarts the embedded server after it has ended, whether killed or out of disk space, with growing
/// pauses while that fails. Runs on a daemon thread; logs one line when the server has ended, one for each
/// new reason why it does not start, and one when it runs again.
final class PostmasterWatch implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(PostmasterWatch.class);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final Duration LAST_LOOK = Duration.ofSeconds(5);

    private final EmbeddedServer server;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread =
            Thread.ofPlatform().daemon().name("embedded-postgres-watch").unstarted(this::watch);

    // Used by the watching thread only.
    private Duration pause = LOOK;
    private long endedNanos;
    private boolean hasEnded;
    private String reason = "";

    PostmasterWatch(EmbeddedServer server) {
        this.server = server;
    }

    void start() {
        thread.start();
    }

    /// Ends the watch: from now on the server may be stopped.
    @Override
    public void close() {
        stopped.countDown();
        thread.interrupt();
        try {
            thread.join(LAST_LOOK);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        while (!isStopped(pause)) {
            try {
                look();
            } catch (IOException | DatabaseException e) {
                notStarted(Connections.firstLine(e));
            } catch (RuntimeException e) {
                // The top of the thread: if it ended, nothing would watch the server any more.
                notStarted(e.toString());
            }
        }
    }

    private void look() throws IOException {
        if (server.isRunning()) {
            running();
            return;
        }
        if (!hasEnded) {
            hasEnded = true;
            endedNanos = System.nanoTime();
            LOG.warnf("embedded PostgreSQL has exited, restarting it directory=%s", server.root());
        }
        server.restart();
        running();
    }

    private void running() {
        if (hasEnded) {
            LOG.infof(
                    "embedded PostgreSQL is running again port=%d afterMillis=%d",
                    server.url().port(), (System.nanoTime() - endedNanos) / 1_000_000);
        }
        hasEnded = false;
        reason = "";
        pause = LOOK;
    }

    private void notStarted(String why) {
        pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        // The names of files that contain a process id differ each time.
        String same = why.replaceAll("[0-9]+", "");
        if (!same.equals(reason) && stopped.getCount() > 0) {
            reason = same;
            LOG.warnf(
                    "embedded PostgreSQL could not be restarted, retrying within %d s cause=%s",
                    LONGEST_PAUSE.toSeconds(), why);
        }
    }

    private boolean isStopped(Duration wait) {
        try {
            return stopped.await(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            return true;
        }
    }
}
