package dev.throughline.run.journal;

import dev.throughline.store.DatabaseProgress;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/// A write that is retried, with pauses, while the database is unavailable, for as long as the
/// configuration allows since the database last completed anything before the first failure. A write that was
/// committed unnoticed is repeated, so it must be idempotent.
///
/// @param sinceNanos when the wait for this write began, by `System.nanoTime`; at least one attempt is made
/// @param attempt starts one attempt
/// @param rows number of token rows in it, for the log
record RetriedWrite(
        Vertx vertx,
        DatabaseProgress progress,
        JournalConfig config,
        JournalTally tally,
        long sinceNanos,
        Supplier<? extends Future<?>> attempt,
        int rows) {
    private static final Logger LOG = Logger.getLogger(RetriedWrite.class);
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    /// Completes with the commit.
    Future<Void> run() {
        Promise<Void> done = Promise.promise();
        attempt(done).onFailure(failure -> {
            long since = progress.silentSince(sinceNanos);
            failed(done, since + config.retryFor().toNanos(), FIRST_PAUSE_MILLIS, failure);
        });
        return done.future();
    }

    private Future<?> attempt(Promise<Void> done) {
        return progress.within(config.writeTimeout(), attempt.get()).onSuccess(_ -> {
            tally.written();
            done.complete();
        });
    }

    private void failed(Promise<Void> done, long deadlineNanos, long pauseMillis, Throwable failure) {
        if (mayPass(failure) && System.nanoTime() - deadlineNanos < 0) {
            LOG.debugf("journal waits for the database rows=%d cause=%s", rows, failure);
            tally.retried(failure);
            long next = Math.min(LONGEST_PAUSE_MILLIS, pauseMillis * 2);
            vertx.setTimer(
                    pauseMillis, _ -> attempt(done).onFailure(again -> failed(done, deadlineNanos, next, again)));
        } else if (failure instanceof AnswerGoneException) {
            LOG.warnf("journal skipped rows=%d cause=%s", rows, failure.getMessage());
            done.fail(failure);
        } else {
            LOG.errorf("journal lost rows=%d cause=%s", rows, failure);
            LOG.debug("journal lost rows", failure);
            done.fail(new JournalWriteException(failure));
        }
    }

    /// Events could not be committed, although the write was retried for as long as the configuration allows.
    static final class JournalWriteException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        JournalWriteException(Throwable cause) {
            super("recorded events could not be committed: " + cause.getClass().getSimpleName(), cause);
        }
    }

    /// Decides which failed writes can succeed once the database is available again. Everything but an error that
    /// the server would report again for the same rows. Source: PostgreSQL, appendix A: 08 connection, 25
    /// transaction state (a read-only standby), 40 rollback, 53 resources, 55 not in the state, 57 operator
    /// intervention, 58 system. After 23505, rows that were there already, the next attempt leaves them as
    /// they are.
    static boolean mayPass(Throwable failure) {
        return !(failure instanceof AnswerGoneException) && isTransient(failure);
    }

    private static boolean isTransient(Throwable failure) {
        return !(failure instanceof PgException error)
                || Optional.ofNullable(error.getSqlState())
                        .map(state -> state.matches("(08|25|40|53|55|57|58).*|23505"))
                        .orElse(true);
    }
}
