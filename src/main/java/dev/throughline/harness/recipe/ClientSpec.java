package dev.throughline.harness.recipe;

import java.util.Optional;

/// The client to check, its configuration, and the scenario.
///
/// @param version a resolved registry version, never `latest`
/// @param dialect the protocol that it is configured to use
/// @param route the route between the client and the stub; empty for a direct connection
public record ClientSpec(
        String name,
        String version,
        String dialect,
        Optional<String> variant,
        String model,
        String scenario,
        Optional<ProxyRoute> route) {

    /// A client that connects to the stub directly.
    public ClientSpec(
            String name, String version, String dialect, Optional<String> variant, String model, String scenario) {
        this(name, version, dialect, variant, model, scenario, Optional.empty());
    }

    /// The client in its usual written form.
    public String label() {
        return name + "@" + version
                + variant.map(chosen -> " (" + chosen + ")").orElse("")
                + route.map(through -> " " + through).orElse("");
    }
}
