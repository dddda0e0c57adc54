package dev.throughline.run.retention;

import java.time.Duration;

/// How the tests pace retention.
final class Pacings {
    private static final Duration STATEMENT = Duration.ofSeconds(30);

    private Pacings() {}

    /// Without a pause, and with few tries for a lock.
    static Pacing quick() {
        return new Pacing(25, Duration.ZERO, Duration.ofMillis(100), 3, STATEMENT, () -> false);
    }
}
