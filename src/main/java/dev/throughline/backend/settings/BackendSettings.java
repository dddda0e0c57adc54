package dev.throughline.backend.settings;

import dev.throughline.conversation.Dialect;
import dev.throughline.settings.Between;
import dev.throughline.vendor.BackendKind;
import dev.throughline.wire.HistoryField;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The connection and behavior of one backend: `throughline.backends.NAME.*`.
public interface BackendSettings {
    /// Base URL, http or https, with or without the version segment at its end: `http://127.0.0.1:8000/v1`,
    /// `https://api.z.ai/api/paas/v4`.
    String url();

    /// Kind of the backend: `vllm`, `sglang`, `llama.cpp`, `mlx`, `transformers`, `zai`, `openai`,
    /// `openrouter`, `deepseek`, `moonshot`, `mistral`, `anthropic`, `other`, or `auto`: detected from its host or
    /// its list of models. Decides which fields translated requests hold.
    @WithDefault("auto")
    @WithConverter(SettingConverters.OfKind.class)
    BackendKind kind();

    /// Dialect of the backend: `openai-chat`, `anthropic` or `responses`. Requests of other dialects are translated.
    @WithDefault("openai-chat")
    @WithConverter(SettingConverters.OfDialect.class)
    Dialect dialect();

    /// Sent as the backend's credential. Without it the client's own credential is passed through.
    Optional<String> apiKey();

    /// The model family that writes the answers: `glm-4.5`, `glm-4.7`, `glm-5`, `glm-5.3`, the id of another family
    /// such as `kimi-k2` (a wrong id is answered with all of them), `other` (nothing is filtered), or
    /// `auto`: by the name of the model, then by the template.
    @WithDefault("auto")
    @WithConverter(SettingConverters.OfFamily.class)
    ModelFamily family();

    /// Name of the model's chat template (`throughline.templates.NAME`, or a built-in one). If the model has no
    /// described family, its markers are found in what the model writes: reasoning, and calls in a layout that
    /// is understood.
    Optional<String> template();

    /// Whether vLLM and SGLang are asked for special tokens (`skip_special_tokens: false`) in requests with tools to
    /// a model whose family writes calls with them; they leave them out otherwise, and no call can be found.
    @WithDefault("true")
    boolean specialTokens();

    /// Whether vLLM (0.10.2 and later) and SGLang (0.5.13 and later, whole answers only) are asked for the ids of
    /// prompts and answers and for log-probabilities. They are recorded for training samples, and clients get only
    /// those that they asked for.
    @WithDefault("false")
    boolean tokenIds();

    /// Where the backend returns reasoning: `parsed` (in a separate field), `inline` (between markers in the
    /// content), `prefilled` (in the content, its opener already in the prompt), or `auto`: learnt from its
    /// answers.
    @WithDefault("auto")
    @WithConverter(SettingConverters.OfReasoningIn.class)
    ReasoningIn reasoningIn();

    /// Where the backend reads the reasoning of earlier answers: `as-sent`, `reasoning_content`,
    /// `reasoning`, `both`, `details`, `think-tags`, `thinking-chunks`, `none`.
    @WithDefault("as-sent")
    @WithConverter(SettingConverters.OfHistoryField.class)
    HistoryField reasoningField();

    /// How the reasoning in a request's history is sent on: `as-sent`, `repair`, `keep-last`, `none`, or `auto`:
    /// `repair` for vendors that refuse answers without their reasoning, else `as-sent`.
    @WithDefault("auto")
    @WithConverter(SettingConverters.OfHistory.class)
    HistoryMode history();

    /// Whether what the vendor of the model is known to refuse (`vendors.json`) is left out of requests or changed so
    /// that it is accepted, and named in `x-throughline-dropped`. Applies to backends of a known kind or host.
    @WithDefault("true")
    boolean fit();

    /// How PDFs are sent on: `auto` (depending on the kind), `native` (unchanged), `note` (a note
    /// for the model instead).
    @WithDefault("auto")
    @WithConverter(SettingConverters.OfFiles.class)
    FilesMode files();

    /// Defaults for `chat_template_kwargs`, as JSON values; never override what a client sends.
    Map<String, String> chatTemplateKwargs();

    /// Timeout for establishing a connection.
    @WithDefault("10s")
    Duration connectTimeout();

    /// Time without a byte of the answer after which it is aborted. Not a limit for the whole answer.
    @WithDefault("300s")
    Duration idleTimeout();

    /// Calls in one answer after which its turn is ended.
    @WithDefault("128")
    @Between(least = 1, most = 10_000)
    int maxToolCalls();

    /// Whether content arrays that hold only text are sent as one string; for backends that read only strings.
    @WithDefault("false")
    boolean flattenContent();

    /// Whether the arguments of earlier tool calls are sent as objects instead of as strings; for chat servers that
    /// hand them to their template as they are, such as mlx-lm up to 0.30.0.
    @WithDefault("false")
    boolean objectArguments();

    /// A regular expression for what changes in a client's system prompt with each request and means nothing to a
    /// model.
    /// It is sent as zeros, so that the server's prefix cache works.
    Optional<Pattern> prefixNoise();

    /// Maximum connections to this backend; further concurrent requests wait for one.
    @WithDefault("4096")
    @Between(least = 1, most = 100_000)
    int maxConnections();

    /// `auto` (HTTP/2 over TLS when the backend offers it, else HTTP/1.1), `1.1`, or `2` (without TLS too).
    @WithDefault("auto")
    @WithConverter(SettingConverters.OfHttpVersion.class)
    HttpVersionChoice httpVersion();

    /// PEM file with the certificates to trust instead of the JDK's.
    Optional<String> trustCertificates();
}
