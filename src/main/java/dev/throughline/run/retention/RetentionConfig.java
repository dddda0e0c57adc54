package dev.throughline.run.retention;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Optional;

/// How long what is recorded stays: `throughline.retention.*`. Nothing is ever removed unless one of the first four is
/// set. Each counts from the moment when the run was sealed; open runs, pinned runs, and the latest sealed run of each
/// version of a declared client stay whole. None may be longer than one that follows it; one that is not set goes with
/// the next.
@ConfigMapping(prefix = "throughline.retention")
public interface RetentionConfig {
    /// How long request bodies stay. Unit: a duration such as 30d or 12h. Default: as long as the tokens.
    Optional<Duration> bodies();

    /// How long tokens of answers stay. Default: as long as the exchanges.
    Optional<Duration> tokens();

    /// How long exchanges stay, with their items and what was observed of them. Default: as long as the verdicts.
    Optional<Duration> exchanges();

    /// How long a run itself stays, with its verdict. Default: for ever.
    Optional<Duration> verdicts();

    /// How often what is due is looked for.
    @WithDefault("15m")
    Duration interval();

    /// Exchanges of a run that lose something in one transaction; more make fewer, longer ones.
    @WithDefault("50")
    @Min(1)
    @Max(10_000)
    int stepExchanges();

    /// Pause after each transaction, for others to work.
    @WithDefault("20ms")
    Duration pause();

    /// How long a partition that is to be dropped is waited for; new events wait behind. Tried again after a pause.
    @WithDefault("200ms")
    Duration lockTimeout();

    /// How long one statement may take; PostgreSQL cancels it then, and the pass ends. Each reads or deletes a bounded
    /// number of rows: raise it for a slow disk, or lower `step-exchanges`.
    @WithDefault("60s")
    Duration statementTimeout();
}
