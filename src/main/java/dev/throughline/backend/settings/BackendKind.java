package dev.throughline.backend.settings;

import dev.throughline.wire.HistoryField;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The software or service of a backend; decides the fields of requests translated for it. Nothing is sent
/// that a kind is known to reject; settings take precedence.
///
/// Sources: the API references of the hosted services; vLLM, SGLang and llama.cpp server documentation.
public enum BackendKind {
    /// Reads `reasoning` since its rename, `reasoning_content` before: it receives both.
    VLLM("vllm", Traits.server(HistoryField.BOTH)),
    SGLANG("sglang", Traits.server(HistoryField.REASONING_CONTENT)),
    LLAMA_CPP("llama.cpp", Traits.server(HistoryField.REASONING_CONTENT)),
    /// Ends its streams with the usage without being asked.
    ZAI(
            "zai",
            new Traits(
                    ThinkingForm.THINKING_AND_CLEARING,
                    true,
                    false,
                    false,
                    HistoryField.REASONING_CONTENT,
                    Files.REFUSED),
            "api.z.ai",
            "open.bigmodel.cn"),
    /// Rejects fields that it does not define.
    OPENAI(
            "openai",
            new Traits(ThinkingForm.NONE, false, true, false, HistoryField.NONE, Files.TAKEN),
            "api.openai.com",
            "openai.azure.com"),
    OPENROUTER(
            "openrouter", Traits.service(ThinkingForm.REASONING, HistoryField.DETAILS, Files.TAKEN), "openrouter.ai"),
    DEEPSEEK(
            "deepseek",
            Traits.service(ThinkingForm.THINKING, HistoryField.REASONING_CONTENT, Files.REFUSED),
            "api.deepseek.com"),
    MOONSHOT(
            "moonshot",
            Traits.service(ThinkingForm.NONE, HistoryField.REASONING_CONTENT, Files.REFUSED),
            "api.moonshot.ai",
            "api.moonshot.cn"),
    ANTHROPIC("anthropic", Traits.service(ThinkingForm.NONE, HistoryField.AS_SENT, Files.TAKEN), "api.anthropic.com"),
    /// Unknown: it receives what open model servers understand.
    OTHER("other", new Traits(ThinkingForm.TEMPLATE_KWARGS, true, true, false, HistoryField.AS_SENT, Files.UNKNOWN)),
    /// As determined by its URL or its list of models.
    AUTO("auto", OTHER.traits);

    private final String id;
    private final Traits traits;
    private final List<String> hosts;

    /// The request features of a kind of server.
    ///
    /// @param thinking how thinking is switched on and off
    /// @param takesTopK whether `top_k` may be sent
    /// @param takesStreamOptions whether `stream_options` may be sent
    /// @param isTemplated whether the model's template decides where system messages are allowed
    /// @param readsBack where the reasoning of earlier answers is read; `AS_SENT` if unknown
    /// @param files what it does with PDFs in a request
    public record Traits(
            ThinkingForm thinking,
            boolean takesTopK,
            boolean takesStreamOptions,
            boolean isTemplated,
            HistoryField readsBack,
            Files files) {
        /// Software that serves open models.
        private static Traits server(HistoryField readsBack) {
            return new Traits(ThinkingForm.TEMPLATE_KWARGS, true, true, true, readsBack, Files.REFUSED);
        }

        /// A hosted service that ignores unknown fields.
        private static Traits service(ThinkingForm thinking, HistoryField readsBack, Files files) {
            return new Traits(thinking, true, true, false, readsBack, files);
        }

        /// Whether `chat_template_kwargs` may be sent.
        public boolean takesTemplateKwargs() {
            return thinking == ThinkingForm.TEMPLATE_KWARGS;
        }
    }

    /// How a request switches thinking on and off.
    public enum ThinkingForm {
        /// `chat_template_kwargs: {enable_thinking, clear_thinking}`, which the model's template reads.
        TEMPLATE_KWARGS,
        /// `thinking: {type, clear_thinking}`.
        THINKING_AND_CLEARING,
        /// `thinking: {type}`.
        THINKING,
        /// `reasoning: {enabled}`.
        REASONING,
        /// By no known parameter.
        NONE;

        /// Whether it has a parameter for keeping reasoning of earlier turns.
        public boolean saysClearing() {
            return this == TEMPLATE_KWARGS || this == THINKING_AND_CLEARING;
        }
    }

    /// How a kind of server handles PDFs.
    public enum Files {
        TAKEN,
        REFUSED,
        UNKNOWN
    }

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

    /// The service at a host or a parent domain of it.
    public static Optional<BackendKind> ofHost(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(kind -> kind.hosts.stream().anyMatch(own -> name.equals(own) || name.endsWith("." + own)))
                .findFirst();
    }

    /// The software identified by `owned_by` of a model, or by the header `ProbedServer`.
    public static Optional<BackendKind> ofName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.contains("llama.cpp") || lower.contains("llamacpp")) {
            return Optional.of(LLAMA_CPP);
        }
        return lower.contains("sglang")
                ? Optional.of(SGLANG)
                : lower.contains("vllm") ? Optional.of(VLLM) : Optional.empty();
    }
}
