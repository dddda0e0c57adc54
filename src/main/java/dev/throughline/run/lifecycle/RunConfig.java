package dev.throughline.run.lifecycle;

import dev.throughline.settings.Between;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/// Housekeeping of runs and of the processes that serve them: `throughline.runs.*`.
@ConfigMapping(prefix = "throughline.runs")
public interface RunConfig {
    /// How often idle runs are searched for and sealed.
    @WithDefault("30s")
    Duration sweepInterval();

    /// How often this process records a heartbeat.
    @WithDefault("10s")
    Duration heartbeatInterval();

    /// Time without a heartbeat after which a process on another machine is treated as gone and its
    /// exchanges as interrupted. A process of this machine that has ended is detected at once.
    @WithDefault("60s")
    Duration instanceTimeout();

    /// Days for which partitions of token data are created ahead.
    @WithDefault("7")
    @Between(least = 1, most = 366)
    int partitionsAhead();

    /// Whether the runs that were opened here are sealed when the service stops: for a service that lives
    /// as long as one command, whose runs nobody would continue.
    @WithDefault("false")
    boolean sealAtStop();

    /// Requests of live traffic after which a run on a default URL is full and another takes over. Earlier answers
    /// are looked up in the run only, so conversations that continue in the next run begin anew.
    @WithDefault("50000")
    @Between(least = 1, most = 1000000)
    int liveRequests();

    /// Time without a request after which a client that was active at midnight (UTC) gets a run of the new day.
    /// Until then it stays in its run, and so do its conversations.
    @WithDefault("4h")
    Duration livePause();

    /// Distinct clients (product and version) for which a key may have runs on a default URL on one day (UTC).
    /// Further ones share the run of `unknown`, so that a client that invents names opens no more runs.
    @WithDefault("100")
    @Between(least = 1, most = 10000)
    int liveClients();
}
