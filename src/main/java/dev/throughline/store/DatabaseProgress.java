package dev.throughline.store;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Limits waits for the database by what it completes meanwhile, not by the clock alone: where the processor is
/// scarce, everything takes long, and nothing is wrong with the database.
///
/// A wait fails with `DatabaseSilentException` once nothing that was given to the database has succeeded for the whole
/// limit, and with `DatabaseBusyException` after several times the limit while it answers others: it waits for a lock,
/// or there is too much to do. Time is counted in turns of the waiting event loop, so that a pause of the process, or
/// of its loop, is no pause of the database. Where nothing succeeds for a while, a connection beside the pool asks
/// whether it answers at all. Thread-safe.
@Singleton
public class DatabaseProgress {
    private static final int CHECKS = 16;
    private static final int CHECKS_BEFORE_PROBE = 4;
    private static final int LIMITS_WHILE_BUSY = 6;
    /// Source: PostgreSQL, appendix A: read_only_sql_transaction.
    public static final String READ_ONLY = "25006";

    private final AtomicLong completed = new AtomicLong();
    private final AtomicBoolean isProbing = new AtomicBoolean();
    private volatile long lastNanos = System.nanoTime();
    private volatile Supplier<Future<?>> probe = () -> Future.failedFuture("no probe");
    private final AtomicBoolean isClosing = new AtomicBoolean();
    private volatile Supplier<Future<?>> readOnly = () -> Future.succeededFuture();

    /// @param answer succeeds if the database answers anything, whatever it has to do
    public void probe(Supplier<Future<?>> answer) {
        probe = answer;
    }

    /// @param close closes the connections over which a server refuses to write, and still answers
    public void readOnly(Supplier<Future<?>> close) {
        readOnly = close;
    }

    /// Since when the database has completed nothing of what was given to it at a moment, by `System.nanoTime`.
    public long silentSince(long sinceNanos) {
        long last = lastNanos;
        return last - sinceNanos > 0 ? last : sinceNanos;
    }

    /// Whether the database has completed nothing since a moment, for longer than a limit.
    public boolean isSilentSince(long sinceNanos, Duration limit) {
        return System.nanoTime() - silentSince(sinceNanos) >= limit.toNanos();
    }

    /// Limits the wait for work that was given to the database; its success is progress for all others.
    /// @param limit of the time in which nothing is completed
    public <T> Future<T> within(Duration limit, Future<T> work) {
        return watch(new Wait(limit), work.onSuccess(_ -> succeeded()).onFailure(this::failed));
    }

    /// The same for work in several steps.
    public <T> Uni<T> within(Duration limit, Uni<T> work) {
        return Uni.createFrom().emitter(result -> {
            Context current = Vertx.currentContext();
            var stage = work.subscribeAsCompletionStage();
            Future<T> future =
                    current == null ? Future.fromCompletionStage(stage) : Future.fromCompletionStage(stage, current);
            within(limit, future).onSuccess(result::complete).onFailure(result::fail);
        });
    }

    private void succeeded() {
        lastNanos = System.nanoTime();
        completed.incrementAndGet();
    }

    /// Learns of a failure outside of `within`, also of one that another caused.
    public void failed(Throwable failure) {
        boolean isReadOnly = Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(cause -> READ_ONLY.equals(state(cause)));
        if (isReadOnly && isClosing.compareAndSet(false, true)) {
            readOnly.get().onComplete(_ -> isClosing.set(false));
        }
    }

    // Hibernate turns the one into the other.
    private static @Nullable String state(Throwable cause) {
        return switch (cause) {
            case PgException error -> error.getSqlState();
            case SQLException error -> error.getSQLState();
            default -> null;
        };
    }

    private void askWhetherItAnswers() {
        if (isProbing.compareAndSet(false, true)) {
            probe.get().onSuccess(_ -> succeeded()).onComplete(_ -> isProbing.set(false));
        }
    }

    private <T> Future<T> watch(Wait wait, Future<T> work) {
        return work.timeout(wait.limit.toNanos() / CHECKS, TimeUnit.NANOSECONDS).recover(failure -> {
            if (work.isComplete()) {
                return work;
            }
            wait.check();
            return wait.isOver() ? Future.failedFuture(wait.failure()) : watch(wait, work);
        });
    }

    /// Confined to the event loop of its work.
    private final class Wait {
        private final Duration limit;
        private long seen = completed.get();
        private int checks;
        private int quiet;

        private Wait(Duration limit) {
            this.limit = limit;
        }

        private void check() {
            long now = completed.get();
            checks++;
            quiet = now == seen ? quiet + 1 : 0;
            seen = now;
            if (quiet >= CHECKS_BEFORE_PROBE) {
                askWhetherItAnswers();
            }
        }

        private boolean isOver() {
            return quiet == CHECKS || checks == CHECKS * LIMITS_WHILE_BUSY;
        }

        private Exception failure() {
            return quiet == CHECKS
                    ? new DatabaseSilentException(limit)
                    : new DatabaseBusyException(limit.multipliedBy(LIMITS_WHILE_BUSY));
        }
    }

    /// The database answers, but did not complete this within several times its limit.
    public static final class DatabaseBusyException extends TimeoutException {
        private static final long serialVersionUID = 1;

        DatabaseBusyException(Duration waited) {
            super("the database answers, but did not complete this in " + waited.toMillis() + " ms");
        }
    }

    /// The database completed nothing for the whole limit of a wait: it, or the way to it, is down.
    public static final class DatabaseSilentException extends IOException {
        private static final long serialVersionUID = 1;

        DatabaseSilentException(Duration limit) {
            super("the database completed nothing for " + limit.toMillis() + " ms");
        }
    }
}
