package dev.throughline.backend;

import dev.throughline.conversation.Dialect;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.anthropic.AnthropicBackendCodec;
import dev.throughline.wire.openaichat.ChatBackendCodec;
import dev.throughline.wire.responses.ResponsesBackendCodec;
import io.netty.util.concurrent.EventExecutor;
import io.quarkus.runtime.Startup;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/// The configured backends, and the only place from which one is dialled.
@Startup
@ApplicationScoped
public class Backends {
    private static final List<BackendCodec> CODECS =
            List.of(new ChatBackendCodec(), new AnthropicBackendCodec(), new ResponsesBackendCodec());

    private final Map<String, HttpBackend> byName;
    private final Optional<String> standard;

    Backends(
            BackendsConfig config,
            Vertx vertx,
            @ConfigProperty(name = "throughline.default-backend") Optional<String> standard) {
        this.byName = config.byName().entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, entry -> backend(entry.getKey(), entry.getValue(), vertx)));
        this.standard = standard;
        standard.filter(name -> !byName.containsKey(name)).ifPresent(name -> {
            throw new IllegalArgumentException(
                    "throughline.default-backend: there is no backend " + name + "; configured are " + names());
        });
    }

    private static HttpBackend backend(String name, BackendSettings settings, Vertx vertx) {
        return new HttpBackend(name, settings, codec(settings.dialect()), vertx, loops(vertx));
    }

    private static BackendCodec codec(Dialect dialect) {
        return CODECS.stream()
                .filter(codec -> codec.dialect() == dialect)
                .findFirst()
                .orElseThrow();
    }

    private static int loops(Vertx vertx) {
        int count = 0;
        for (EventExecutor _ : ((VertxInternal) vertx).getEventLoopGroup()) {
            count++;
        }
        return count;
    }

    /// The names, sorted.
    public List<String> names() {
        return byName.keySet().stream().sorted().toList();
    }

    /// The backend of this name.
    public Optional<HttpBackend> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /// The backend behind `/v1` and `/`, if it is not the stub.
    public Optional<String> standard() {
        return standard;
    }
}
