package dev.throughline.gateway.admission;

import dev.throughline.settings.Between;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How the dialect endpoints behave.
@ConfigMapping(prefix = "throughline.gateway")
public interface GatewaySettings {
    /// Maximum size of a request body; a larger one is refused with 413 and not stored.
    @WithDefault("32M")
    MemorySize maxBody();

    /// How long a request body may fall behind `upload-rate`.
    @WithDefault("60s")
    Duration uploadTimeout();

    /// Minimum bytes per second of a request body. At least 1 byte.
    @WithDefault("1K")
    MemorySize uploadRate();

    /// How long a request waits for its run and its number in it to be read while the database completes
    /// nothing; it is then treated as unavailable. While it answers others, six times as long.
    @WithDefault("10s")
    Duration recordTimeout();

    /// Endpoints of backends that are passed through as bytes. `embeddings` is below the version segment of
    /// a base URL, `/tokenize` beside it; `audio/*` is any one segment below `audio`. `none`: nothing
    /// passes.
    @WithDefault(
            "embeddings,completions,rerank,score,classify,pooling,moderations,audio/*,images/*,/tokenize,/detokenize")
    List<String> passedEndpoints();

    /// How much of a JSON body or a multipart form may precede its `model` when the model decides which
    /// backend it is passed to.
    @WithDefault("8M")
    MemorySize passedModelWithin();

    /// Time without a byte of a stream after which a keep-alive frame is sent.
    @WithDefault("15s")
    Duration keepAlive();

    /// Time in which a client that is behind has to take about 128 KiB of a stream before its connection is closed
    /// (over HTTP/2: its stream reset). What the kernel buffers for it, up to 256 KiB, counts as taken.
    @WithDefault("120s")
    Duration unreadTimeout();

    /// Largest request body that is decoded, traced and translated on its event loop. A larger one is
    /// handed to a pool of threads, so that it delays no other answer.
    @WithDefault("64K")
    MemorySize inlineBody();

    /// Threads of that pool: how many large requests are processed concurrently. Default: the number of
    /// processors, at least two.
    @Between(least = 1, most = 1_024)
    Optional<Integer> bodyWorkers();
}
