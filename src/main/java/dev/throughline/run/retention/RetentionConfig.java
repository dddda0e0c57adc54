package dev.throughline.run.retention;

import dev.throughline.settings.Between;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/// How long recorded data is kept: `throughline.retention.*`. Nothing is ever removed unless one of the
/// first four is set. Each counts from the moment when the run was sealed; open runs, pinned runs, and the
/// latest sealed run of each version of a declared client are kept complete. None may be longer than one
/// that follows it; one that is not set defaults to the next.
@ConfigMapping(prefix = "throughline.retention")
public interface RetentionConfig {
    /// How long request bodies are kept. Unit: a duration such as 30d or 12h. Default: as long as the
    /// tokens.
    Optional<Duration> bodies();

    /// How long tokens of answers are kept. Default: as long as the exchanges.
    Optional<Duration> tokens();

    /// How long exchanges are kept, with their items and observations. Default: as long as the verdicts.
    Optional<Duration> exchanges();

    /// How long a run itself is kept, with its verdict. Default: forever.
    Optional<Duration> verdicts();

    /// How often due data is searched for and removed.
    @WithDefault("15m")
    Duration interval();

    /// Exchanges of a run that are reduced in one transaction; more make fewer, longer transactions.
    @WithDefault("50")
    @Between(least = 1, most = 10_000)
    int stepExchanges();

    /// Pause after each transaction, to leave capacity for others.
    @WithDefault("20ms")
    Duration pause();

    /// How long to wait for the lock on a partition to drop; new events wait meanwhile. Retried after a
    /// pause.
    @WithDefault("200ms")
    Duration lockTimeout();

    /// Timeout of one statement; PostgreSQL then cancels it, and the pass ends. Each reads or deletes a
    /// bounded number of rows: raise it for a slow disk, or lower `step-exchanges`.
    @WithDefault("60s")
    Duration statementTimeout();
}
