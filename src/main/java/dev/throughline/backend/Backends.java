package dev.throughline.backend;

import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.backend.settings.BackendsConfig;
import dev.throughline.backend.settings.HistoryMode;
import dev.throughline.backend.settings.ModelFamily;
import dev.throughline.backend.settings.ModelMap;
import dev.throughline.backend.settings.ModelsConfig;
import dev.throughline.conversation.Dialect;
import dev.throughline.filter.Families;
import dev.throughline.vendor.Profile;
import dev.throughline.vendor.RuleBook;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.anthropic.AnthropicBackendCodec;
import dev.throughline.wire.chat.ChatBackendCodec;
import dev.throughline.wire.responses.ResponsesBackendCodec;
import io.netty.util.concurrent.EventExecutor;
import io.quarkus.runtime.Startup;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/// The configured backends, and the only place from which one is contacted.
@Startup
@ApplicationScoped
public class Backends {
    private static final List<BackendCodec> CODECS =
            List.of(new ChatBackendCodec(), new AnthropicBackendCodec(), new ResponsesBackendCodec());

    private final Map<String, HttpBackend> byName;
    private final Optional<String> standard;
    private final StubRunBackends stubRuns;
    private final ModelMap models;
    private final RuleBook vendors;

    Backends(
            BackendsConfig config,
            ModelsConfig models,
            Vertx vertx,
            StubRunBackends stubRuns,
            BackendTemplates templates,
            @ConfigProperty(name = "throughline.families") Optional<String> ownFamilies,
            @ConfigProperty(name = "throughline.default-backend") Optional<String> standard,
            @ConfigProperty(name = "throughline.vendors") Optional<Path> vendors) {
        Families families = ownFamilies.map(Backends::families).orElse(Families.SHIPPED);
        this.byName = config.byName().entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey,
                        entry -> backend(entry.getKey(), entry.getValue(), templates, families, vertx)));
        this.standard = standard;
        this.stubRuns = stubRuns;
        this.vendors = vendors.map(Backends::rules).orElseGet(RuleBook::bundled);
        byName.keySet().stream()
                .filter(name -> StubRunBackends.run(name).isPresent())
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException(
                            "throughline.backends: names that begin with run: are reserved for stub runs, found " + name
                                    + "; choose another name");
                });
        this.models = new ModelMap(models.byPattern(), byName::containsKey, names());
        standard.filter(name -> !byName.containsKey(name)).ifPresent(name -> {
            throw new IllegalArgumentException(
                    "throughline.default-backend: there is no backend " + name + "; configured are " + names());
        });
    }

    private static Families families(String file) {
        try {
            return Families.with(Files.readString(Path.of(file)));
        } catch (IOException e) {
            throw new IllegalArgumentException("throughline.families: " + file + " cannot be read: " + e, e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("throughline.families: " + file + ": " + e.getMessage(), e);
        }
    }

    private static HttpBackend backend(
            String name, BackendSettings settings, BackendTemplates templates, Families families, Vertx vertx) {
        ModelFamily family = settings.family();
        if (!ModelFamily.BUILT_IN.contains(family)
                && families.withId(family.id()).isEmpty()) {
            String known = Stream.concat(ModelFamily.BUILT_IN.stream().map(ModelFamily::id), families.ids().stream())
                    .collect(Collectors.joining(", "));
            throw new IllegalArgumentException(
                    "throughline.backends." + name + ".family: found '" + family.id() + "'; expected one of " + known);
        }
        Optional<BackendMarkup> markup = settings.template()
                .map(template -> templates
                        .find(template)
                        .orElseThrow(() -> new IllegalArgumentException("throughline.backends." + name
                                + ".template: there is no template " + template
                                + "; set throughline.templates.\"" + template + "\" to its file")));
        return new HttpBackend(name, settings, codec(settings.dialect()), markup, families, vertx, eventLoops(vertx));
    }

    private static RuleBook rules(Path own) {
        try {
            return RuleBook.with(Files.readString(own));
        } catch (IOException e) {
            throw new IllegalArgumentException("throughline.vendors: " + own + " cannot be read", e);
        }
    }

    /// The rule book: the shipped one with the operator's own.
    public RuleBook rules() {
        return vendors;
    }

    /// The rule book's entry for a backend's model; empty if there is none, or the settings disable the lookup.
    /// @param model the backend's name for it
    public Optional<Profile> profile(HttpBackend backend, String model) {
        BackendSettings settings = backend.settings();
        return settings.fit() ? backend.vendor(vendors).profile(model) : Optional.empty();
    }

    /// How a backend gets the reasoning of a history: AUTO is decided by what is known of its vendor.
    public HistoryMode history(HttpBackend backend) {
        BackendSettings settings = backend.settings();
        if (settings.history() != HistoryMode.AUTO) {
            return settings.history();
        }
        boolean isDemanded = settings.fit() && backend.vendor(vendors).demandsThoughts();
        return isDemanded ? HistoryMode.REPAIR : HistoryMode.AS_SENT;
    }

    /// The number of event loops, which share a backend's connections.
    static int eventLoops(Vertx vertx) {
        int count = 0;
        for (EventExecutor _ : ((VertxInternal) vertx).getEventLoopGroup()) {
            count++;
        }
        return count;
    }

    static BackendCodec codec(Dialect dialect) {
        return CODECS.stream()
                .filter(codec -> codec.dialect() == dialect)
                .findFirst()
                .orElseThrow();
    }

    /// The names of the configured backends, sorted.
    public List<String> names() {
        return byName.keySet().stream().sorted().toList();
    }

    /// The backend of this name: a configured one, or the stub of one of this service's runs.
    public Optional<HttpBackend> find(String name) {
        return StubRunBackends.run(name).isPresent()
                ? Optional.of(stubRuns.stub(name, vendors))
                : Optional.ofNullable(byName.get(name));
    }

    /// The backend and model name for a model requested at `/v1` or `/`.
    public ModelMap models() {
        return models;
    }

    /// The default backend at `/v1` and `/`, unless it is the stub.
    public Optional<String> standard() {
        return standard;
    }
}
