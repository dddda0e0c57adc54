package dev.throughline.run.retention;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Limits the load that retention puts on the database.
///
/// @param exchanges of one run per transaction
/// @param pause after each transaction
/// @param lockTimeout how long to wait for a partition's lock, per attempt
/// @param tries number of attempts
/// @param statementTimeout maximum duration of a statement
/// @param isStopping whether to stop after the current transaction
record Pacing(
        int exchanges,
        Duration pause,
        Duration lockTimeout,
        int tries,
        Duration statementTimeout,
        BooleanSupplier isStopping) {
    private static final int TRIES = 10;

    static Pacing of(RetentionConfig config, BooleanSupplier isStopping) {
        return new Pacing(
                config.stepExchanges(),
                config.pause(),
                config.lockTimeout(),
                TRIES,
                config.statementTimeout(),
                isStopping);
    }

    boolean goesOn() {
        return !isStopping.getAsBoolean();
    }

    void rest() {
        LockSupport.parkNanos(pause.toNanos());
    }

    /// A longer pause, for transactions that waited behind a lock.
    void restLong() {
        LockSupport.parkNanos(
                Math.max(pause.toNanos(), lockTimeout.multipliedBy(2).toNanos()));
    }
}
