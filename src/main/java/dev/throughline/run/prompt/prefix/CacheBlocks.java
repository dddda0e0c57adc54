package dev.throughline.run.prompt.prefix;

import dev.throughline.backend.Backends;
import dev.throughline.backend.http.HttpBackend;
import dev.throughline.backend.settings.BackendKind;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;

/// The block size of each backend's prefix cache, in tokens.
///
/// Sources: vLLM, `--block-size` (16 by default); SGLang, `--page-size` (1); llama.cpp compares token by
/// token; OpenAI, prompt caching, steps of 128 tokens; DeepSeek, context caching, units of 64 tokens. For
/// others the size is unknown: 1.
@Startup
@ApplicationScoped
class CacheBlocks {
    private static final int LARGEST = 65_536;

    private final Map<String, Integer> set;
    private final Backends backends;

    CacheBlocks(PrefixConfig config, Backends backends) {
        this.set = Map.copyOf(config.block());
        this.backends = backends;
        set.forEach((backend, block) -> {
            if (block < 1 || block > LARGEST) {
                throw new IllegalArgumentException("throughline.prefix.block." + backend + ": 1 to " + LARGEST
                        + " tokens were expected, found " + block);
            }
        });
    }

    /// @param backend name of a backend, whether still configured or not
    int of(String backend) {
        Integer chosen = set.get(backend);
        return chosen != null
                ? chosen
                : backends.find(backend)
                        .map(HttpBackend::kindSoFar)
                        .map(CacheBlocks::usual)
                        .orElse(1);
    }

    static int usual(BackendKind kind) {
        return switch (kind) {
            case VLLM -> 16;
            case OPENAI -> 128;
            case DEEPSEEK -> 64;
            case SGLANG, LLAMA_CPP, ZAI, OPENROUTER, MOONSHOT, ANTHROPIC, OTHER, AUTO -> 1;
        };
    }
}
