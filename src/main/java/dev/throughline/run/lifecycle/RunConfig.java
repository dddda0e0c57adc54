package dev.throughline.run.lifecycle;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;

/// How runs and the processes that serve them are looked after: `throughline.runs.*`.
@ConfigMapping(prefix = "throughline.runs")
public interface RunConfig {
    /// How often idle runs are looked for and sealed.
    @WithDefault("30s")
    Duration sweepInterval();

    /// How often this process says that it lives.
    @WithDefault("10s")
    Duration heartbeatInterval();

    /// Silence after which a process on another machine is taken for gone and its open exchanges for interrupted. A
    /// process of this machine that has ended is noticed at once.
    @WithDefault("60s")
    Duration instanceTimeout();

    /// Days for which partitions of token data are made ahead.
    @WithDefault("7")
    @Min(1)
    @Max(366)
    int partitionsAhead();

    /// Whether the runs that were opened here are sealed when the service stops: for a service that lives as long as
    /// one command, whose runs nobody would go on with.
    @WithDefault("false")
    boolean sealAtStop();
}
