package dev.throughline.backend;

import dev.throughline.wire.HistoryField;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What software or service a backend is; decides what requests translated for it hold. Nothing is sent that a kind is
/// known to refuse; settings win.
///
/// Sources: the API references of the hosted services; vLLM, SGLang and llama.cpp server documentation.
public enum BackendKind {
    /// Reads `reasoning` since its rename, `reasoning_content` before: it gets both.
    VLLM("vllm", new Traits(true, false, true, HistoryField.BOTH)),
    SGLANG("sglang", new Traits(true, false, true, HistoryField.REASONING_CONTENT)),
    LLAMA_CPP("llama.cpp", new Traits(true, false, true, HistoryField.REASONING_CONTENT)),
    ZAI("zai", new Traits(false, true, true, HistoryField.REASONING_CONTENT), "api.z.ai", "open.bigmodel.cn"),
    /// Refuses fields that it does not define.
    OPENAI("openai", new Traits(false, false, false, HistoryField.NONE), "api.openai.com", "openai.azure.com"),
    OPENROUTER("openrouter", new Traits(false, false, true, HistoryField.DETAILS), "openrouter.ai"),
    DEEPSEEK("deepseek", new Traits(false, false, true, HistoryField.REASONING_CONTENT), "api.deepseek.com"),
    MOONSHOT(
            "moonshot",
            new Traits(false, false, true, HistoryField.REASONING_CONTENT),
            "api.moonshot.ai",
            "api.moonshot.cn"),
    ANTHROPIC("anthropic", new Traits(false, false, true, HistoryField.AS_SENT), "api.anthropic.com"),
    /// Nothing is known of it: it gets what open model servers understand.
    OTHER("other", new Traits(true, false, true, HistoryField.AS_SENT)),
    /// As its URL or its list of models shows.
    AUTO("auto", OTHER.traits);

    private final String id;
    private final Traits traits;
    private final List<String> hosts;

    /// What a kind of server takes.
    ///
    /// @param takesTemplateKwargs whether `chat_template_kwargs` may be sent
    /// @param takesThinking whether thinking is switched by `thinking: {type, clear_thinking}`
    /// @param takesTopK whether `top_k` may be sent
    /// @param readsBack where the reasoning of earlier answers is read; `AS_SENT` where it is not known
    public record Traits(
            boolean takesTemplateKwargs, boolean takesThinking, boolean takesTopK, HistoryField readsBack) {}

    BackendKind(String id, Traits traits, String... hosts) {
        this.id = id;
        this.traits = traits;
        this.hosts = List.of(hosts);
    }

    /// The name used in settings.
    public String id() {
        return id;
    }

    public Traits traits() {
        return traits;
    }

    /// The service at a host or below it.
    static Optional<BackendKind> ofHost(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(kind -> kind.hosts.stream().anyMatch(own -> name.equals(own) || name.endsWith("." + own)))
                .findFirst();
    }

    /// The software that calls itself so: `owned_by` of a model, or the header `Server`.
    static Optional<BackendKind> ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.contains("llama.cpp") || lower.contains("llamacpp")) {
            return Optional.of(LLAMA_CPP);
        }
        return lower.contains("sglang")
                ? Optional.of(SGLANG)
                : lower.contains("vllm") ? Optional.of(VLLM) : Optional.empty();
    }
}
