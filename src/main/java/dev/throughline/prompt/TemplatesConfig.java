package dev.throughline.prompt;

import io.quarkus.runtime.annotations.StaticInitSafe;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.nio.file.Path;
import java.util.Map;

/// Chat templates that prompts can be rendered with, besides the built-in ones for GLM.
@StaticInitSafe
@ConfigMapping(prefix = "throughline.templates")
public interface TemplatesConfig {
    /// Name → a file: a template, a `tokenizer_config.json` or a GGUF file. Read on first use. The name of
    /// a built-in template (`glm-4.7`) replaces it.
    @WithParentName
    Map<String, Path> files();
}
