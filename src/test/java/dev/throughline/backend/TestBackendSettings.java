package dev.throughline.backend;

import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.backend.settings.FilesMode;
import dev.throughline.backend.settings.HistoryMode;
import dev.throughline.backend.settings.HttpVersionChoice;
import dev.throughline.backend.settings.ModelFamily;
import dev.throughline.backend.settings.ReasoningIn;
import dev.throughline.conversation.Dialect;
import dev.throughline.vendor.BackendKind;
import dev.throughline.wire.HistoryField;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Settings of a backend as a test wants them; all else has its default.
public record TestBackendSettings(
        String url,
        HttpVersionChoice httpVersion,
        Optional<String> trustCertificates,
        Duration idleTimeout,
        BackendKind kind,
        HistoryMode history,
        Map<String, String> chatTemplateKwargs)
        implements BackendSettings {
    public static TestBackendSettings of(String url) {
        return new TestBackendSettings(
                url,
                HttpVersionChoice.AUTO,
                Optional.empty(),
                Duration.ofSeconds(20),
                BackendKind.OTHER,
                HistoryMode.AS_SENT,
                Map.of());
    }

    public TestBackendSettings with(HttpVersionChoice version) {
        return new TestBackendSettings(url, version, trustCertificates, idleTimeout, kind, history, chatTemplateKwargs);
    }

    public TestBackendSettings trusting(String pem) {
        return new TestBackendSettings(
                url, httpVersion, Optional.of(pem), idleTimeout, kind, history, chatTemplateKwargs);
    }

    public TestBackendSettings idle(Duration idle) {
        return new TestBackendSettings(url, httpVersion, trustCertificates, idle, kind, history, chatTemplateKwargs);
    }

    public TestBackendSettings repairing(BackendKind known, HistoryMode mode, Map<String, String> kwargs) {
        return new TestBackendSettings(url, httpVersion, trustCertificates, idleTimeout, known, mode, kwargs);
    }

    @Override
    public boolean fit() {
        return true;
    }

    @Override
    public Dialect dialect() {
        return Dialect.OPENAI_CHAT;
    }

    @Override
    public Optional<String> apiKey() {
        return Optional.empty();
    }

    @Override
    public Optional<Pattern> prefixNoise() {
        return Optional.empty();
    }

    @Override
    public Optional<String> template() {
        return Optional.empty();
    }

    @Override
    public ModelFamily family() {
        return ModelFamily.AUTO;
    }

    @Override
    public boolean specialTokens() {
        return true;
    }

    @Override
    public boolean tokenIds() {
        return false;
    }

    @Override
    public ReasoningIn reasoningIn() {
        return ReasoningIn.AUTO;
    }

    @Override
    public HistoryField reasoningField() {
        return HistoryField.AS_SENT;
    }

    @Override
    public FilesMode files() {
        return FilesMode.AUTO;
    }

    @Override
    public Duration connectTimeout() {
        return Duration.ofSeconds(5);
    }

    @Override
    public int maxToolCalls() {
        return 128;
    }

    @Override
    public boolean flattenContent() {
        return false;
    }

    @Override
    public boolean objectArguments() {
        return false;
    }

    @Override
    public int maxConnections() {
        return 16;
    }
}
