package dev.throughline.testing;

import dev.throughline.render.CallTemplates;
import dev.throughline.render.tokenizer.TestVocabularies;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A scripted backend, and configured backends of all kinds that lead to it. Tests get it in a field of its type.
public final class BackendResource implements QuarkusTestResourceLifecycleManager {
    /// A template that is none of ours.
    private static final String BARE =
            "{% for m in messages %}<sop>{{ m.role }}\n{{ m.content }}<|endoftext|>{% endfor %}";

    private final Map<String, String> settings = new HashMap<>();
    private final List<Closeable> deaf = new ArrayList<>();
    private @Nullable ScriptedBackend backend;

    @Override
    public Map<String, String> start() {
        try {
            ScriptedBackend started = ScriptedBackend.start();
            backend = started;
            String url = "http://127.0.0.1:" + started.port() + "/v1";
            configure(url);
            settings.put("throughline.tokenizers.glm-words", tokenizer().toString());
            settings.put("throughline.tokenizers.small", tokenizer().toString());
            settings.put("throughline.templates.bare", template(BARE).toString());
            settings.put(
                    "throughline.templates.failing",
                    template("{{ raise_exception('No.') }}").toString());
            settings.put(
                    "throughline.templates.brackets",
                    template(CallTemplates.NAMED).toString());
            set("brackets", url, "family", "other", "template", "brackets");
            set("gone", "http://127.0.0.1:" + closedPort() + "/v1", "family", "other");
            set("deaf", "http://127.0.0.1:" + deafPort() + "/v1", "family", "other", "connect-timeout", "200ms");
            set("unknown", "http://host.invalid/v1", "family", "other");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return settings;
    }

    private void configure(String url) {
        set("plain", url, "family", "other");
        set("keyed", url, "family", "other", "api-key", "configured-key");
        set("glm", url, "family", "glm-4.7", "reasoning-in", "inline");
        set("glm-r", url, "family", "glm-4.7", "reasoning-in", "prefilled");
        set("auto", url);
        set("orphan", url, "family", "glm-4.7");
        set("anthropic", url, "family", "other", "dialect", "anthropic");
        set("anthropic-keyed", url, "family", "other", "dialect", "anthropic", "api-key", "configured-key");
        set("anthropic-glm", url, "family", "glm-4.7", "dialect", "anthropic");
        set("responses", url, "family", "other", "dialect", "responses");
        set("responses-glm", url, "family", "glm-4.7", "dialect", "responses");
        set("repair", url, "family", "other", "history", "repair");
        set("repair-anthropic", url, "family", "other", "history", "repair", "dialect", "anthropic");
        set("keep-last", url, "family", "other", "history", "keep-last");
        set("none", url, "family", "other", "history", "none");
        set("fields", url, "family", "other", "reasoning-field", "reasoning", "flatten-content", "true");
        settings.put("throughline.backends.fields.chat-template-kwargs.clear_thinking", "false");
        settings.put("throughline.backends.fields.chat-template-kwargs.effort", "max");
        for (String field : List.of("reasoning_content", "both", "details", "think-tags", "none")) {
            set("field-" + field, url, "family", "other", "reasoning-field", field);
        }
        set("slow", url, "family", "other", "idle-timeout", "300ms");
        set("slow-anthropic", url, "family", "other", "idle-timeout", "300ms", "dialect", "anthropic");
        set("slow-responses", url, "family", "other", "idle-timeout", "300ms", "dialect", "responses");
        set("limited", url, "family", "glm-4.7", "reasoning-in", "inline", "max-tool-calls", "3");
        settings.put("throughline.models.\"alias-plain\"", "plain/real-plain");
        settings.put("throughline.models.\"alias-glm-*\"", "auto/Real-GLM");
        settings.put("throughline.models.\"alias-anthropic\"", "anthropic/real-anthropic");
        settings.put("throughline.models.\"alias-responses\"", "responses/real-responses");
        settings.put("throughline.models.\"kept-*\"", "plain");
        set("kind-openai", url, "family", "other", "kind", "openai");
        set("kind-openrouter", url, "family", "other", "kind", "openrouter");
        set("kind-moonshot", url, "family", "other", "kind", "moonshot");
        settings.put("throughline.models.\"alias-kimi\"", "kind-moonshot/kimi-k2.6");
        set("kind-zai", url, "family", "other", "kind", "zai");
        set("kind-vllm", url, "family", "other", "kind", "vllm");
        set("family-vllm", url, "kind", "vllm");
        set("ids", url, "family", "other", "kind", "vllm", "token-ids", "true");
        set("ids-sglang", url, "family", "other", "kind", "sglang", "token-ids", "true");
        set("files-note", url, "family", "other", "files", "note");
        set("kind-auto", url, "family", "other", "kind", "auto");
        vendor("openai", url, "gpt-5.6", "responses");
        vendor("anthropic", url, "claude-opus-", "anthropic");
        vendor("zai", url, "glm-5.3", "openai-chat");
        vendor("deepseek", url, "deepseek-v4", "openai-chat");
        set("counting", url, "family", "other");
        set("uncounted", url, "family", "other");
    }

    /// A backend of a vendor, for models whose names begin so and have `walk` after it.
    private void vendor(String kind, String url, String model, String dialect) {
        set("walk-" + kind, url, "family", "other", "kind", kind, "dialect", dialect);
        settings.put("throughline.models.\"" + model + "*walk*\"", "walk-" + kind);
    }

    private void set(String name, String url, String... pairs) {
        String prefix = "throughline.backends." + name + ".";
        settings.put(prefix + "url", url);
        settings.put(prefix + "kind", "other");
        for (int i = 0; i < pairs.length; i += 2) {
            settings.put(prefix + pairs[i], pairs[i + 1]);
        }
    }

    /// A file with a small vocabulary that has GLM's markers.
    private static Path tokenizer() throws IOException {
        Path file = Files.createTempFile("throughline-words", ".json");
        file.toFile().deleteOnExit();
        return Files.writeString(file, TestVocabularies.glm().toString());
    }

    private static Path template(String text) throws IOException {
        Path file = Files.createTempFile("throughline-template", ".jinja");
        file.toFile().deleteOnExit();
        return Files.writeString(file, text);
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /// A port whose queue of connections is full: one more is neither taken nor refused.
    private int deafPort() throws IOException {
        var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        deaf.add(socket);
        for (int i = 0; i < 4; i++) {
            var waiting = new Socket();
            deaf.add(waiting);
            try {
                waiting.connect(socket.getLocalSocketAddress(), 100);
            } catch (SocketTimeoutException _) {
                break;
            }
        }
        return socket.getLocalPort();
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(backend, new TestInjector.MatchesType(ScriptedBackend.class));
    }

    @Override
    public void stop() {
        deaf.forEach(BackendResource::close);
        Optional.ofNullable(backend).ifPresent(BackendResource::close);
    }

    private static void close(Closeable open) {
        try {
            open.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
