package dev.throughline.run.lifecycle;

import dev.throughline.access.Caller;
import dev.throughline.access.Denial;
import dev.throughline.access.KeyId;
import dev.throughline.access.Limit;
import dev.throughline.store.TransactionRunner;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// Limits how many runs a key may open within 24 hours, counted over all processes. Concurrent requests may
/// exceed the limit slightly; deleted runs and those of live traffic are not counted.
@ApplicationScoped
public class RunQuota {
    private static final Duration DAY = Duration.ofDays(1);
    // The run that must become a day old before another one may be opened.
    private static final String OLDEST = """
            SELECT created FROM run WHERE key_id = :key AND created > :since AND live_day IS NULL
            ORDER BY run_id DESC OFFSET :most LIMIT 1""";

    private final TransactionRunner transactionRunner;

    RunQuota(TransactionRunner transactionRunner) {
        this.transactionRunner = transactionRunner;
    }

    /// Why a caller may not open another run now; empty if it may.
    public Uni<Optional<Denial>> denial(Caller opener) {
        Optional<KeyId> key = opener.id();
        OptionalLong most = opener.most(Limit.RUNS_PER_DAY);
        return key.isPresent() && most.isPresent()
                ? denial(key.get(), most.getAsLong())
                : Uni.createFrom().item(Optional.empty());
    }

    private Uni<Optional<Denial>> denial(KeyId key, long most) {
        Instant now = Instant.now();
        return transactionRunner
                .run(session -> session.createNativeQuery(OLDEST, Instant.class)
                        .setParameter("key", key.value())
                        .setParameter("since", now.minus(DAY))
                        .setParameter("most", most - 1)
                        .getSingleResultOrNull())
                .map(created -> Optional.ofNullable(created).map(oldest -> limited(most, oldest, now)));
    }

    private static Denial limited(long most, Instant oldest, Instant now) {
        long millis = Duration.between(now, oldest.plus(DAY)).toMillis();
        return new Denial.Limited(
                Limit.RUNS_PER_DAY, most, Duration.ofSeconds(Math.max(1, Math.ceilDiv(millis, 1_000))));
    }
}
