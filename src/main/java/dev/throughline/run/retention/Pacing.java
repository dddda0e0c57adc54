package dev.throughline.run.retention;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// How gently the work is done.
///
/// @param exchanges of one run in one transaction
/// @param pause after each of them
/// @param lockTimeout how long a partition is waited for, each time
/// @param tries how often
/// @param statementTimeout how long one statement may take
/// @param isStopping whether the work is to end after the transaction under way
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

    /// A longer pause, for those who waited behind a lock.
    void restLong() {
        LockSupport.parkNanos(
                Math.max(pause.toNanos(), lockTimeout.multipliedBy(2).toNanos()));
    }
}
