package dev.throughline.gateway.admission;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How the dialect endpoints behave.
@ConfigMapping(prefix = "throughline.gateway")
public interface GatewaySettings {

    /// Largest request body; a larger one is answered with 413 and not kept.
    @WithDefault("32M")
    MemorySize maxBody();

    /// Time without a byte of a request body after which the request is given up, and time for all of it beside what
    /// its bytes take at `upload-rate`.
    @WithDefault("60s")
    Duration uploadTimeout();

    /// Bytes of a body that a client sends within a second at least. From 1 byte; a body of 1 MiB may take
    /// `upload-timeout` and 17 minutes by default.
    @WithDefault("1K")
    MemorySize uploadRate();

    /// How long a request waits until its run and its place in it are known. A database that says nothing,
    /// not even that it is away, is then taken for out of reach.
    @WithDefault("10s")
    Duration recordTimeout();

    /// Endpoints of backends that pass through as bytes. `embeddings` stands below the version segment of a
    /// base URL, `/tokenize` beside it; `audio/*` is any one segment below `audio`. `none`: nothing passes.
    @WithDefault(
            "embeddings,completions,rerank,score,classify,pooling,moderations,audio/*,images/*,/tokenize,/detokenize")
    List<String> passedEndpoints();

    /// How much of a JSON body may stand before its `model` where that name decides which backend it passes to.
    @WithDefault("8M")
    MemorySize passedModelWithin();

    /// Time without a byte of a stream after which a keep-alive frame is sent.
    @WithDefault("15s")
    Duration keepAlive();

    /// Largest request body that is decoded, traced and translated on its event loop. A larger one is left to a pool of
    /// threads, so that it holds up no other answer.
    @WithDefault("64K")
    MemorySize inlineBody();

    /// Threads of that pool: how many large requests are worked on at once. Default: as many as there are processors,
    /// at least two.
    Optional<@Min(1) @Max(1_024) Integer> bodyWorkers();
}
