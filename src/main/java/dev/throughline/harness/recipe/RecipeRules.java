package dev.throughline.harness.recipe;

import dev.throughline.client.ClientRule;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Validates a recipe before it is used.
final class RecipeRules {
    static final List<String> DIALECTS = List.of("openai-chat", "anthropic", "responses");

    private RecipeRules() {}

    static void check(String origin, Recipe recipe) {
        present(origin, "name", recipe.name());
        source(origin, recipe);
        present(origin, "model", recipe.model());
        present(origin, "dialects", recipe.dialects());
        present(origin, "variants", recipe.variants());
        present(origin, "environment", recipe.environment());
        present(origin, "files", recipe.files());
        present(origin, "tools", recipe.tools());
        present(origin, "packages", recipe.packages());
        present(origin, "turns", recipe.turns());
        present(origin, "turnTimeout", recipe.turnTimeout());
        dialects(origin, recipe.dialects());
        if (recipe.tried() != null) {
            versions(origin + ": tried", new Recipe.When(null, null, null, recipe.tried()));
        }
        switch (recipe.kind()) {
            case GATEWAY -> GatewaySetup.check(origin, recipe.gatewaySetup().orElseThrow(), recipe.dialects());
            case SERVER -> ServerSetup.check(origin, recipe.serverSetup().orElseThrow());
            case CLIENT -> TurnRules.check(origin, recipe);
        }
        for (int i = 0; i < recipe.files().size(); i++) {
            file(origin + ": files[" + i + "]", recipe.files().get(i));
        }
        for (Recipe.Variant variant : recipe.variants()) {
            present(origin, "variants[].name", variant.name());
        }
        peers(origin + ": peers", recipe.peers());
        peers(origin + ": programs", recipe.programs());
        identification(origin + ": identification", recipe.identification());
    }

    private static void source(String origin, Recipe recipe) {
        if (recipe.packageName() == null && recipe.executable() == null) {
            throw new RecipeException(origin + ": the field package is missing, or executable");
        }
        if (recipe.packageName() != null && recipe.executable() != null) {
            throw new RecipeException(origin + ": only one of package and executable is expected");
        }
        if (recipe.origin() == Ecosystem.MAVEN
                && recipe.packageName() != null
                && !recipe.packageName().matches("[^:]+:[^:]+")) {
            throw new RecipeException(origin + ": package: GROUP:ARTIFACT was expected, found " + recipe.packageName());
        }
        if (recipe.boms() != null && recipe.origin() != Ecosystem.MAVEN) {
            throw new RecipeException(origin + ": boms: only Maven has them");
        }
        if (recipe.executable() == null && recipe.versionArguments() != null) {
            throw new RecipeException(origin + ": versionArguments: only a recipe with executable has them");
        }
    }

    /// Refuses placeholders that would have no value in any check.
    /// @param text the recipe's file
    static void placeholders(String origin, Recipe recipe, String text) {
        Set<String> known = new TreeSet<>(Placeholders.GENERAL);
        if (recipe.isLibrary() && recipe.origin() == Ecosystem.NPM) {
            known.remove("binary");
        }
        recipe.ownValues().forEach(value -> known.add(value.name()));
        recipe.turns().forEach(turn -> known.addAll(TurnRules.captured(turn)));
        recipe.gatewaySetup().ifPresent(setup -> {
            known.addAll(Placeholders.OF_GATEWAYS);
            setup.routes().forEach(route -> known.addAll(route.ownValues().keySet()));
        });
        recipe.serverSetup().ifPresent(_ -> known.addAll(Placeholders.OF_SERVERS));
        for (String name : Placeholders.namesIn(text)) {
            if (!known.contains(name)) {
                throw new RecipeException(
                        origin + ": no value for the placeholder {{" + name + "}}; known: " + String.join(", ", known));
            }
        }
    }

    private static void identification(String place, @Nullable List<ClientRule> rules) {
        for (ClientRule rule : Optional.ofNullable(rules).orElse(List.of())) {
            rule.error().ifPresent(error -> {
                throw new RecipeException(place + ": " + error);
            });
        }
    }

    private static void file(String place, Recipe.FileToWrite file) {
        if (Stream.of(file.json(), file.text(), file.resource())
                        .filter(Objects::nonNull)
                        .count()
                != 1) {
            throw new RecipeException(place + ": exactly one of json, text and resource is required");
        }
        if (file.resource() != null && !file.resource().matches("[a-zA-Z0-9-]+\\.[a-z0-9]+")) {
            throw new RecipeException(
                    place + ": resource: expected the name of a file beside the recipe, found " + file.resource());
        }
        versions(place, file.when());
    }

    private static void peers(String place, @Nullable List<Recipe.Peer> peers) {
        for (Recipe.Peer peer : Optional.ofNullable(peers).orElse(List.of())) {
            present(place, "name", peer.name());
            present(place, "version", peer.version());
            versions(place, peer.when());
        }
    }

    /// Validates the version range of a condition.
    static void versions(String place, Recipe.@Nullable When when) {
        if (when != null && when.versions() != null) {
            try {
                VersionRange.parse(when.versions());
            } catch (RecipeException e) {
                throw new RecipeException(place + ": " + e.getMessage());
            }
        }
    }

    private static void dialects(String origin, List<String> dialects) {
        for (String dialect : dialects) {
            if (!DIALECTS.contains(dialect)) {
                throw new RecipeException(origin + ": dialects: " + dialect + " is not one of " + DIALECTS);
            }
        }
        if (dialects.isEmpty()) {
            throw new RecipeException(origin + ": dialects: at least one is required");
        }
    }

    private static void present(String origin, String field, @Nullable Object value) {
        if (value == null) {
            throw new RecipeException(origin + ": the field " + field + " is missing");
        }
    }
}
