package dev.throughline.gateway.answer;

import dev.throughline.run.RecordedToken;
import dev.throughline.run.journal.ExchangeJournal;
import dev.throughline.wire.TextLimit;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The record of an answer that is still under way, for the events that repeat what was said. Lives on the answer's
/// event loop.
public final class AnswerRecord {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final Pages pages;
    private final Duration retryFor;
    private @Nullable ExchangeJournal log;

    /// Reads committed tokens of the answer.
    interface Pages {
        /// @param from place of the first token
        /// @param rows how many rows are read
        Uni<List<RecordedToken>> read(long from, int rows);
    }

    /// @param retryFor how long reading is tried again while the database is away
    AnswerRecord(Pages pages, Duration retryFor) {
        this.pages = pages;
        this.retryFor = retryFor;
    }

    /// The answer is recorded here from now on.
    void writtenBy(ExchangeJournal taking) {
        log = taking;
    }

    /// What an encoder may keep.
    /// @param most UTF-16 code units
    public TextLimit limit(int most) {
        return new TextLimit(most, () -> log == null ? 0 : log.tokens() - 1);
    }

    /// Tokens from a place on, once all that were taken so far are committed.
    Uni<List<RecordedToken>> page(long from, int rows) {
        ExchangeJournal taking = log;
        if (taking == null) {
            return Uni.createFrom().failure(new IllegalStateException("the answer is not recorded"));
        }
        return taking.commit().chain(() -> read(from, rows));
    }

    private Uni<List<RecordedToken>> read(long from, int rows) {
        return Uni.createFrom()
                .deferred(() -> pages.read(from, rows))
                .onFailure()
                .retry()
                .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                .expireIn(retryFor.toMillis());
    }
}
