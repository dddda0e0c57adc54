package dev.throughline.run.journal;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;

/// How events get to the database: `throughline.journal.*`.
@ConfigMapping(prefix = "throughline.journal")
public interface JournalConfig {
    /// Events of one exchange in one row; a larger number makes fewer, larger rows. Unit: events.
    @WithDefault("256")
    @Min(1)
    @Max(10_000)
    int sliceEvents();

    /// Events in one commit, over all exchanges; more wait for the next. Unit: events.
    @WithDefault("32768")
    @Min(1)
    @Max(100_000)
    int batchEvents();

    /// Writers, each with one commit under way; an exchange belongs to one of them, so that its rows are committed in
    /// order. Unit: database connections.
    @WithDefault("2")
    @Min(1)
    @Max(16)
    int writers();

    /// How long an event waits at most before it is handed to a writer. Longer makes fewer, larger commits.
    @WithDefault("50ms")
    Duration flushInterval();

    /// Memory for events that are not committed yet, over all exchanges. An exchange whose event does not fit fails: it
    /// ends with an error frame, never with a false end.
    @WithDefault("128M")
    MemorySize maxBufferedBytes();

    /// Share of the memory at which the sources of events are paused. Unit: percent; must be above the low watermark.
    @WithDefault("50")
    @Min(1)
    @Max(99)
    int highWatermark();

    /// Share of the memory at which they go on. Unit: percent.
    @WithDefault("25")
    @Min(0)
    @Max(98)
    int lowWatermark();

    /// How long events wait for their commit, which is tried again while the database is away; then their exchanges
    /// fail.
    @WithDefault("30s")
    Duration retryFor();

    /// Time for one try of a commit.
    @WithDefault("10s")
    Duration writeTimeout();
}
