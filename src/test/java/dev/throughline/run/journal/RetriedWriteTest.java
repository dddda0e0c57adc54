package dev.throughline.run.journal;

import dev.throughline.run.journal.RetriedWrite.JournalWriteException;
import dev.throughline.store.DatabaseProgress;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RetriedWriteTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final IOException AWAY = new IOException("connection reset");

    private final Vertx vertx = Vertx.vertx();
    private final DatabaseProgress progress = new DatabaseProgress();
    private final AtomicInteger attempts = new AtomicInteger();

    @AfterEach
    void close() {
        vertx.close();
    }

    @Test
    void waitingForItsTurnWhileOthersAreWrittenTakesNothingFromItsRetries() {
        progress.within(LONG, Future.succeededFuture());

        write(attempt -> attempt == 1 ? Future.failedFuture(AWAY) : Future.succeededFuture());

        assertThat(attempts).hasValue(2);
    }

    @Test
    void successOfOthersDoesNotProlongTheRetriesOfAWriteThatFails() {
        assertThatThrownBy(() -> write(_ -> {
                    progress.within(LONG, Future.succeededFuture());
                    return Future.failedFuture(AWAY);
                }))
                .hasCauseInstanceOf(JournalWriteException.class);
        assertThat(attempts).hasValueGreaterThan(1);
    }

    /// A write that has waited for an hour, retried for 300 ms.
    private void write(IntFunction<Future<?>> attempt) {
        JournalConfig config = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(Map.of("throughline.journal.retry-for", "300ms"), "test", 500))
                .withMapping(JournalConfig.class)
                .build()
                .getConfigMapping(JournalConfig.class);
        new RetriedWrite(
                        vertx,
                        progress,
                        config,
                        new JournalTally(),
                        System.nanoTime() - LONG.toNanos(),
                        () -> attempt.apply(attempts.incrementAndGet()),
                        1)
                .run()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }
}
