package dev.throughline.run.journal;

import dev.throughline.settings.Between;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/// How events are written to the database: `throughline.journal.*`.
@ConfigMapping(prefix = "throughline.journal")
public interface JournalConfig {
    /// Maximum events of one exchange in one row; a larger number makes fewer, larger rows. Unit: events.
    @WithDefault("256")
    @Between(least = 1, most = 10_000)
    int sliceEvents();

    /// Maximum events in one commit, over all exchanges; more wait for the next. Unit: events.
    @WithDefault("32768")
    @Between(least = 1, most = 100_000)
    int batchEvents();

    /// Writers, each with one commit in flight; an exchange belongs to one of them, so that its rows are
    /// committed in order. Unit: database connections.
    @WithDefault("2")
    @Between(least = 1, most = 16)
    int writers();

    /// Maximum time that an event waits before it is handed to a writer; the first events of an answer wait a tenth of
    /// it. Longer makes fewer, larger rows; shorter loses less of an open answer where the process is killed.
    @WithDefault("500ms")
    Duration flushInterval();

    /// Memory for uncommitted events, over all exchanges. An exchange whose event does not fit fails: it
    /// ends with an error frame, never with a false end.
    @WithDefault("128M")
    MemorySize maxBufferedBytes();

    /// Share of the memory at which the sources of events are paused. Unit: percent; must be above the low watermark.
    @WithDefault("50")
    @Between(least = 1, most = 99)
    int highWatermark();

    /// Share of the memory at which they resume. Unit: percent.
    @WithDefault("25")
    @Between(least = 0, most = 98)
    int lowWatermark();

    /// Memory for what was committed in the last minute, to be written again after a failover that lost it; at most a
    /// sixteenth of the heap. What does not fit and was lost is marked as not recorded.
    @WithDefault("32M")
    MemorySize rememberedBytes();

    /// How long commits are retried while the database is unavailable, since it last completed anything;
    /// after that the exchanges of their events fail.
    @WithDefault("30s")
    Duration retryFor();

    /// Timeout of one attempt to commit while the database completes nothing; six times as long while it
    /// answers others.
    @WithDefault("10s")
    Duration writeTimeout();
}
