package dev.throughline.backend;

import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.backend.settings.BackendsConfig;
import dev.throughline.conversation.Dialect;
import dev.throughline.vendor.BackendKind;
import dev.throughline.vendor.Profile;
import dev.throughline.vendor.RuleBook;
import io.quarkus.vertx.http.HttpServer;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Arrays;
import java.util.HashMap;
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
/// settings of a backend that serves a GLM model under every name; one that answers as a vendor (`run:ID@PROFILE`) has
/// those of a backend of that vendor, in the first dialect that it speaks. No other host is contacted, whatever the
/// name says. What a backend's answers show about it is learned for each run by itself; the connections are shared.
@ApplicationScoped
public class StubRunBackends {
    private static final String PREFIX = "run:";
    private static final String AS = "@";
    private static final String NAME = "stub-run";
    private static final String KEY = "throughline.backends." + NAME;
    private static final String FAMILY = "glm-4.7";
    private static final int MOST = 256;

    private final String origin;
    private final Vertx vertx;
    private final ConcurrentMap<String, HttpBackend> servers = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, HttpBackend> byName = new ConcurrentHashMap<>();

    StubRunBackends(HttpServer server, @ConfigProperty(name = "quarkus.http.host") String host, Vertx vertx) {
        this.origin = "http://" + reachable(host) + ":" + server.getPort();
        this.vertx = vertx;
    }

    /// The name of a run's stub as a backend.
    /// @param profile id of the rule book's profile as which it answers; empty for none
    public static String name(String run, Optional<String> profile) {
        return PREFIX + run + profile.map(AS::concat).orElse("");
    }

    /// The run whose stub a name denotes; empty for the name of any other backend.
    public static Optional<String> run(String name) {
        return name.startsWith(PREFIX)
                ? Optional.of(name.substring(PREFIX.length()).split(AS, 2)[0])
                : Optional.empty();
    }

    /// The stub of a run.
    /// @param name of the stub; its run was validated when the proxy run was opened
    HttpBackend stub(String name, RuleBook book) {
        if (byName.size() >= MOST) {
            byName.clear();
        }
        return byName.computeIfAbsent(name, _ -> {
            int as = name.indexOf(AS);
            Optional<Profile> profile = as < 0 ? Optional.empty() : book.profile(name.substring(as + 1));
            String base = origin + "/r/" + run(name).orElseThrow() + "/v1";
            return servers.computeIfAbsent(profile.map(Profile::id).orElse(""), _ -> server(profile))
                    .at(base, profile.map(Profile::id));
        });
    }

    private HttpBackend server(Optional<Profile> profile) {
        Dialect dialect = profile.stream()
                .flatMap(known -> Arrays.stream(Dialect.values())
                        .filter(one -> known.forms().contains(one.id())))
                .findFirst()
                .orElse(Dialect.OPENAI_CHAT);
        String kind =
                profile.flatMap(known -> known.kinds().stream().findFirst()).orElse(BackendKind.OTHER.id());
        Map<String, String> settings =
                new HashMap<>(Map.of(KEY + ".url", origin, KEY + ".kind", kind, KEY + ".dialect", dialect.id()));
        if (profile.isEmpty()) {
            settings.put(KEY + ".family", FAMILY);
        }
        return new HttpBackend(NAME, read(settings), Backends.codec(dialect), vertx, Backends.eventLoops(vertx));
    }

    /// A wildcard address cannot be connected to; its loopback can.
    private static String reachable(String host) {
        return switch (host) {
            case "0.0.0.0", "::", "" -> "127.0.0.1";
            case String six when six.indexOf(':') >= 0 -> "[" + six + "]";
            case String name -> name;
        };
    }

    private static BackendSettings read(Map<String, String> settings) {
        return Objects.requireNonNull(new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(BackendsConfig.class)
                .withSources(new PropertiesConfigSource(settings, "stub runs", 0))
                .build()
                .getConfigMapping(BackendsConfig.class)
                .byName()
                .get(NAME));
    }
}
