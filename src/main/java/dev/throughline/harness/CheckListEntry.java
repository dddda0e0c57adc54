package dev.throughline.harness;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.ProxyRoute;
import dev.throughline.harness.recipe.Recipe;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One entry of a list of checks; an absent field defaults to the recipe's value.
///
/// @param version a version of the registry; absent or `latest` for the newest
/// @param dialect absent for the recipe's first
/// @param variant absent for none
/// @param model absent for the recipe's
/// @param scenario absent for `tools`
/// @param through `proxy` for a check through the service as a proxy; absent for the stub directly
/// @param reasoningField where the stub's chat answers carry reasoning; absent for `reasoning_content`, or the vendor's
/// @param output how the stub behind the proxy writes its answers; absent for `raw-glm-4.5`, as a vendor for `native`
/// @param vendor profile of the rule book as which the stub answers; absent for none
public record CheckListEntry(
        @JsonProperty(required = true) String client,
        @Nullable String version,
        @Nullable String dialect,
        @Nullable String variant,
        @Nullable String model,
        @Nullable String scenario,
        @Nullable String through,
        @Nullable String output,
        @Nullable String reasoningField,
        @Nullable String vendor) {
    static final String PROXY = "proxy";
    private static final String LATEST = "latest";
    private static final String TOOLS = "tools";

    CheckListEntry(
            String client,
            @Nullable String version,
            @Nullable String dialect,
            @Nullable String variant,
            @Nullable String model,
            @Nullable String scenario) {
        this(client, version, dialect, variant, model, scenario, null, null, null, null);
    }

    /// The same through the proxy, unless it already specifies it.
    public CheckListEntry through(ProxyRoute route) {
        return through == null
                ? new CheckListEntry(
                        client,
                        version,
                        dialect,
                        variant,
                        model,
                        scenario,
                        PROXY,
                        vendor == null ? route.output() : output,
                        reasoningField,
                        vendor)
                : this;
    }

    /// The version to look up in the registry.
    String wantedVersion() {
        return Optional.ofNullable(version).orElse(LATEST);
    }

    CheckListEntry withLatest() {
        return withVersion(LATEST);
    }

    /// The same check of another version.
    public CheckListEntry withVersion(String other) {
        return new CheckListEntry(
                client, other, dialect, variant, model, scenario, through, output, reasoningField, vendor);
    }

    /// The same check in a scenario, unless it names its own.
    public CheckListEntry in(String other) {
        return scenario == null
                ? new CheckListEntry(
                        client, version, dialect, variant, model, other, through, output, reasoningField, vendor)
                : this;
    }

    /// The complete check, with the version resolved by the registry.
    ClientSpec spec(Recipe recipe, String resolved) {
        return new ClientSpec(
                recipe.name(),
                resolved,
                Optional.ofNullable(dialect).orElse(recipe.dialects().getFirst()),
                Optional.ofNullable(variant),
                Optional.ofNullable(model).orElse(recipe.model()),
                Optional.ofNullable(scenario).orElse(TOOLS),
                route(),
                Optional.ofNullable(vendor),
                Optional.ofNullable(reasoningField),
                List.of(),
                "");
    }

    private Optional<ProxyRoute> route() {
        return Optional.ofNullable(through)
                .map(_ -> ProxyRoute.of(Optional.ofNullable(output), Optional.ofNullable(vendor)));
    }

    @Override
    public String toString() {
        return client + "@" + wantedVersion()
                + Optional.ofNullable(dialect).map(" "::concat).orElse("")
                + Optional.ofNullable(variant).map(" "::concat).orElse("")
                + Optional.ofNullable(scenario)
                        .filter(named -> !named.equals(TOOLS))
                        .map(" "::concat)
                        .orElse("")
                + Optional.ofNullable(reasoningField)
                        .map(" reasoning in "::concat)
                        .orElse("")
                + Optional.ofNullable(vendor).map(" as "::concat).orElse("")
                + route().map(through -> " " + through).orElse("");
    }
}
