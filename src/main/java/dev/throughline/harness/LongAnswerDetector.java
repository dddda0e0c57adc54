package dev.throughline.harness;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/// Whether an answer of a run has been in flight for longer than the answers of the stub take: it thinks until it is
/// interrupted.
final class LongAnswerDetector implements BooleanSupplier {
    private static final Duration LONG = Duration.ofSeconds(2);

    private final ServiceClient service;
    private final String run;
    private OptionalInt open = OptionalInt.empty();
    private long since;

    LongAnswerDetector(ServiceClient service, String run) {
        this.service = service;
        this.run = run;
    }

    @Override
    public boolean getAsBoolean() {
        OptionalInt found = service.openExchange(run);
        if (found.isEmpty() || !found.equals(open)) {
            open = found;
            since = System.nanoTime();
        }
        return open.isPresent() && System.nanoTime() - since >= LONG.toNanos();
    }
}
