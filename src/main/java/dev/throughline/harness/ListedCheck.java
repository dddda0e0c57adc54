package dev.throughline.harness;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One line of a list of checks; what is absent is the recipe's.
///
/// @param version a version of the registry; absent or `latest` for the newest
/// @param dialect absent for the recipe's first
/// @param variant absent for none
/// @param model absent for the recipe's
/// @param scenario absent for `tools`
public record ListedCheck(
        @JsonProperty(required = true) String client,
        @Nullable String version,
        @Nullable String dialect,
        @Nullable String variant,
        @Nullable String model,
        @Nullable String scenario) {
    private static final String LATEST = "latest";

    /// The version to look for in the registry.
    String wantedVersion() {
        return Optional.ofNullable(version).orElse(LATEST);
    }

    ListedCheck withLatest() {
        return new ListedCheck(client, LATEST, dialect, variant, model, scenario);
    }

    /// The check in full, in the version that the registry knows.
    ClientSpec spec(Recipe recipe, String resolved) {
        return new ClientSpec(
                recipe.name(),
                resolved,
                Optional.ofNullable(dialect).orElse(recipe.dialects().getFirst()),
                Optional.ofNullable(variant),
                Optional.ofNullable(model).orElse(recipe.model()),
                Optional.ofNullable(scenario).orElse("tools"));
    }

    @Override
    public String toString() {
        return client + "@" + wantedVersion()
                + Optional.ofNullable(dialect).map(" "::concat).orElse("")
                + Optional.ofNullable(variant).map(" "::concat).orElse("");
    }
}
