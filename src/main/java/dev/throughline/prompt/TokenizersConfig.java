package dev.throughline.prompt;

import io.quarkus.runtime.annotations.StaticInitSafe;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.nio.file.Path;
import java.util.Map;

/// Tokenizers that prompts can be counted with.
@StaticInitSafe
@ConfigMapping(prefix = "throughline.tokenizers")
public interface TokenizersConfig {
    /// Name → a file: a `tokenizer.json` or a GGUF file. Read ahead, at the start.
    @WithParentName
    Map<String, Path> files();
}
