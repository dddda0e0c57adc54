package dev.throughline.harness.recipe;

import java.util.List;
import java.util.Optional;

/// The client to check, its configuration, and the scenario.
///
/// @param version a resolved registry version, never `latest`
/// @param dialect the protocol that it is configured to use
/// @param route the route between the client and the stub; empty for a direct connection
/// @param vendor id of the rule book's profile as which the stub answers; empty for none
/// @param reasoningField where the stub's chat answers carry reasoning; empty for the usual `reasoning_content`, or the
///     vendor's
/// @param packages the packages that it loads, as resolved, each as `name@version`; in order
/// @param change how it differs from the client as its built-in recipe configures it; empty for that recipe
public record ClientSpec(
        String name,
        String version,
        String dialect,
        Optional<String> variant,
        String model,
        String scenario,
        Optional<ProxyRoute> route,
        Optional<String> vendor,
        Optional<String> reasoningField,
        List<String> packages,
        String change) {
    private static final String USUAL_FIELD = "reasoning_content";

    public ClientSpec {
        packages = packages.stream().sorted().toList();
        reasoningField = reasoningField.filter(field -> !field.equals(USUAL_FIELD));
    }

    /// A client of a built-in recipe that loads no packages, with reasoning in the usual field.
    public ClientSpec(
            String name,
            String version,
            String dialect,
            Optional<String> variant,
            String model,
            String scenario,
            Optional<ProxyRoute> route) {
        this(
                name,
                version,
                dialect,
                variant,
                model,
                scenario,
                route,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                "");
    }

    /// A client that connects to the stub directly.
    public ClientSpec(
            String name, String version, String dialect, Optional<String> variant, String model, String scenario) {
        this(name, version, dialect, variant, model, scenario, Optional.empty());
    }

    /// The same with the packages that it loads.
    public ClientSpec with(List<String> resolved) {
        return new ClientSpec(
                name, version, dialect, variant, model, scenario, route, vendor, reasoningField, resolved, change);
    }

    /// The same in another scenario.
    public ClientSpec in(String other) {
        return new ClientSpec(
                name, version, dialect, variant, model, other, route, vendor, reasoningField, packages, change);
    }

    /// The same with reasoning offered in a field.
    public ClientSpec offered(Optional<String> field) {
        return new ClientSpec(name, version, dialect, variant, model, scenario, route, vendor, field, packages, change);
    }

    /// The same with a change against its built-in recipe.
    public ClientSpec changed(String what) {
        return new ClientSpec(
                name, version, dialect, variant, model, scenario, route, vendor, reasoningField, packages, what);
    }

    /// The resolved version of a package that it loads.
    public Optional<String> packageVersion(String packageName) {
        return packages.stream()
                .filter(one -> one.startsWith(packageName + "@"))
                .map(one -> one.substring(packageName.length() + 1))
                .findFirst();
    }

    /// The variant under which it is recorded: what is changed is never taken for the built-in recipe.
    public Optional<String> recordedVariant() {
        return change.isEmpty()
                ? variant
                : Optional.of(variant.map(name -> name + " ").orElse("") + change);
    }

    /// The client in its usual written form.
    public String label() {
        return name + "@" + version
                + recordedVariant().map(chosen -> " (" + chosen + ")").orElse("")
                + reasoningField.map(field -> " reasoning in " + field).orElse("")
                + vendor.map(" as "::concat).orElse("")
                + route.map(through -> " " + through).orElse("");
    }
}
