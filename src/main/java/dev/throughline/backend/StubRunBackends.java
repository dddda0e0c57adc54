package dev.throughline.backend;

import dev.throughline.backend.http.HttpBackend;
import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.backend.settings.BackendsConfig;
import dev.throughline.wire.chat.ChatBackendCodec;
import io.quarkus.vertx.http.HttpServer;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/// The stubs of this service's own runs as backends, under the reserved name `run:ID`, so that a client can
/// be tested through the proxy in the same way as on the stub.
///
/// They are reached over HTTP at the address where this service listens, like any backend, and have the default
/// settings of a backend that serves a GLM model under every name. No other host is contacted, whatever the name
/// says. What a backend's answers show about it is learned for each run by itself; the connections are shared.
@ApplicationScoped
public class StubRunBackends {
    private static final String PREFIX = "run:";
    private static final String NAME = "stub-run";
    private static final String KEY = "throughline.backends." + NAME;
    private static final String FAMILY = "glm-4.7";
    private static final int MOST = 256;

    private final String origin;
    private final HttpBackend server;
    private final ConcurrentMap<String, HttpBackend> byRun = new ConcurrentHashMap<>();

    StubRunBackends(HttpServer server, @ConfigProperty(name = "quarkus.http.host") String host, Vertx vertx) {
        this.origin = "http://" + reachable(host) + ":" + server.getPort();
        this.server = new HttpBackend(NAME, settings(origin), new ChatBackendCodec(), vertx, EventLoops.count(vertx));
    }

    /// The run whose stub a name denotes; empty for the name of any other backend.
    public static Optional<String> run(String name) {
        return name.startsWith(PREFIX) ? Optional.of(name.substring(PREFIX.length())) : Optional.empty();
    }

    /// The stub of a run.
    /// @param run its id, which was validated when the proxy run was opened
    HttpBackend stub(String run) {
        if (byRun.size() >= MOST) {
            byRun.clear();
        }
        return byRun.computeIfAbsent(run, id -> server.at(origin + "/r/" + id + "/v1"));
    }

    /// A wildcard address cannot be connected to; its loopback can.
    private static String reachable(String host) {
        return switch (host) {
            case "0.0.0.0", "::", "" -> "127.0.0.1";
            case String six when six.indexOf(':') >= 0 -> "[" + six + "]";
            case String name -> name;
        };
    }

    private static BackendSettings settings(String url) {
        return Objects.requireNonNull(new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(BackendsConfig.class)
                .withSources(new PropertiesConfigSource(
                        Map.of(KEY + ".url", url, KEY + ".family", FAMILY, KEY + ".kind", "other"), "stub runs", 0))
                .build()
                .getConfigMapping(BackendsConfig.class)
                .byName()
                .get(NAME));
    }
}
