package dev.throughline.harness.probe;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The server's kind as determined by `kind=auto`: the service at its host, otherwise the software named by
/// its list of models.
///
/// @param id as in the setting `kind`; `other` if unknown
/// @param source where it was found: `host`, `header server`, `owned_by`; empty for `other`
public record ServerKind(String id, String source) {
    private static final Map<String, String> SERVICES = Map.of(
            "api.z.ai", "zai",
            "open.bigmodel.cn", "zai",
            "api.openai.com", "openai",
            "openai.azure.com", "openai",
            "openrouter.ai", "openrouter",
            "api.deepseek.com", "deepseek",
            "api.moonshot.ai", "moonshot",
            "api.moonshot.cn", "moonshot",
            "api.anthropic.com", "anthropic");

    /// @param host of the server's address
    /// @param shown as in `ServerIdentity`
    public static ServerKind of(String host, Map<String, String> shown) {
        String name = host.toLowerCase(Locale.ROOT);
        return SERVICES.entrySet().stream()
                .filter(service -> name.equals(service.getKey()) || name.endsWith("." + service.getKey()))
                .map(service -> new ServerKind(service.getValue(), "host"))
                .findFirst()
                .or(() -> named("header server", shown))
                .or(() -> named("owned_by", shown))
                .orElse(new ServerKind("other", ""));
    }

    private static Optional<ServerKind> named(String source, Map<String, String> shown) {
        String name = shown.getOrDefault(source, "").toLowerCase(Locale.ROOT);
        if (name.contains("llama.cpp") || name.contains("llamacpp")) {
            return Optional.of(new ServerKind("llama.cpp", source));
        }
        if (name.contains("sglang")) {
            return Optional.of(new ServerKind("sglang", source));
        }
        return name.contains("vllm") ? Optional.of(new ServerKind("vllm", source)) : Optional.empty();
    }

    /// A readable description.
    public String text() {
        return source.isEmpty() ? id + " (nothing names it)" : id + " (" + source + ")";
    }
}
