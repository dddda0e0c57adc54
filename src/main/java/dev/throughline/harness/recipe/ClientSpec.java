package dev.throughline.harness.recipe;

import java.util.Optional;

/// Which client is checked, how it is set up, and against which scenario.
///
/// @param version a registry version, resolved: never `latest`
/// @param dialect the protocol that it is told to speak
/// @param route what stands between the client and the stub; empty for nothing
public record ClientSpec(
        String name,
        String version,
        String dialect,
        Optional<String> variant,
        String model,
        String scenario,
        Optional<ProxyRoute> route) {

    /// A client that speaks to the stub itself.
    public ClientSpec(
            String name, String version, String dialect, Optional<String> variant, String model, String scenario) {
        this(name, version, dialect, variant, model, scenario, Optional.empty());
    }

    /// The client as people write it.
    public String label() {
        return name + "@" + version
                + variant.map(chosen -> " (" + chosen + ")").orElse("")
                + route.map(through -> " " + through).orElse("");
    }
}
