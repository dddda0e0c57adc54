package dev.throughline.backend;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/// The configured backends.
@ApplicationScoped
public class Backends {
    private final BackendsConfig config;
    private final Optional<String> standard;

    Backends(BackendsConfig config, @ConfigProperty(name = "throughline.default-backend") Optional<String> standard) {
        this.config = config;
        this.standard = standard;
        standard.filter(name -> !config.byName().containsKey(name)).ifPresent(name -> {
            throw new IllegalArgumentException(
                    "throughline.default-backend: there is no backend " + name + "; configured are " + names());
        });
    }

    /// The names, sorted.
    public List<String> names() {
        return config.byName().keySet().stream().sorted().toList();
    }

    /// The settings of a backend.
    public Optional<BackendSettings> find(String name) {
        return Optional.ofNullable(config.byName().get(name));
    }

    /// The backend behind `/v1` and `/`, if it is not the stub.
    public Optional<String> standard() {
        return standard;
    }
}
