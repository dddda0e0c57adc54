package dev.throughline.harness.recipe;

import com.fasterxml.jackson.core.JsonPointer;
import dev.throughline.client.ClientRule;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
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
            case CLIENT -> client(origin, recipe);
        }
        each(origin + ": files", recipe.files(), RecipeRules::file);
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
        recipe.turns().forEach(turn -> known.addAll(captured(turn)));
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

    /// Validates how a client is driven, and the settings that its recipe declares unavailable.
    private static void client(String origin, Recipe recipe) {
        if (recipe.dialogueCommand().filter(List::isEmpty).isPresent()) {
            throw new RecipeException(origin + ": dialogue: a command is required");
        }
        each(origin + ": turns", recipe.turns(), (place, turn) -> turn(place, turn, recipe.dialogue() != null));
        if (recipe.turns().stream().mapToInt(Recipe.Turn::users).sum() < 1) {
            throw new RecipeException(origin + ": turns: at least one user turn is required");
        }
        for (String scenario : Optional.ofNullable(recipe.scenarios()).orElse(List.of())) {
            if (!Recipe.DRIVEN.contains(scenario)) {
                throw new RecipeException(
                        origin + ": scenarios: " + scenario + " is not one of " + String.join(", ", Recipe.DRIVEN));
            }
        }
        each(origin + ": refusals", recipe.refusals(), RecipeRules::refusal);
    }

    private static void turn(String place, Recipe.Turn turn, boolean hasDialogue) {
        if (turn.users() < 0) {
            throw new RecipeException(place + ": userTurns: expected 0 or more, found " + turn.users());
        }
        versions(place, turn.when());
        boolean commands = turn.command() != null && !turn.command().isEmpty();
        boolean speaks = turn.steps() != null && !turn.steps().isEmpty();
        if (commands == speaks) {
            throw new RecipeException(place + ": either a command or steps are required");
        }
        if (speaks && !hasDialogue) {
            throw new RecipeException(
                    place + ": steps require the recipe's field dialogue, the command to exchange lines with");
        }
        if (speaks && turn.interrupted() != null) {
            throw new RecipeException(place + ": interrupted: only a command can be interrupted");
        }
        if (speaks && turn.capture() != null) {
            throw new RecipeException(place + ": with steps, each step has its own capture; the turn has none");
        }
        pointers(place + ".capture", captured(turn.capture()).values());
        each(place + ".steps", turn.steps(), RecipeRules::step);
    }

    /// The names of the placeholders that a turn and its steps take from what is printed.
    private static Set<String> captured(Recipe.Turn turn) {
        Set<String> names = new TreeSet<>(captured(turn.capture()).keySet());
        Optional.ofNullable(turn.steps())
                .orElse(List.of())
                .forEach(step -> names.addAll(captured(step.capture()).keySet()));
        return names;
    }

    private static void step(String place, Recipe.Step step) {
        if (step.send() == null || !step.send().isObject()) {
            throw new RecipeException(place + ".send: a JSON object is required");
        }
        if (step.until() == null || step.until().isEmpty()) {
            throw new RecipeException(place + ".until: a JSON pointer with its text is required");
        }
        pointers(place + ".until", step.until().keySet());
        pointers(place + ".capture", captured(step.capture()).values());
    }

    private static void pointers(String place, Iterable<@Nullable String> pointers) {
        for (String pointer : pointers) {
            try {
                JsonPointer.compile(pointer);
            } catch (IllegalArgumentException e) {
                throw new RecipeException(
                        place + ": a JSON pointer such as /session_id was expected, found " + pointer);
            }
        }
    }

    private static void refusal(String place, Recipe.Refusal refusal) {
        if (refusal.when() == null
                || refusal.reason() == null
                || refusal.reason().isBlank()) {
            throw new RecipeException(place + ": when and reason are required");
        }
        versions(place, refusal.when());
    }

    private static Map<String, String> captured(@Nullable Map<String, String> capture) {
        return Optional.ofNullable(capture).orElse(Map.of());
    }

    /// Validates each element at its own place.
    private static <T> void each(String place, @Nullable List<T> elements, BiConsumer<String, T> check) {
        List<T> all = Optional.ofNullable(elements).orElse(List.of());
        for (int i = 0; i < all.size(); i++) {
            check.accept(place + "[" + i + "]", all.get(i));
        }
    }
}
