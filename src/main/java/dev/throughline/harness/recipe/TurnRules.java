package dev.throughline.harness.recipe;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Validates a recipe's turns, and the settings that it declares unavailable.
final class TurnRules {
    private TurnRules() {}

    static void check(String origin, Recipe recipe) {
        if (recipe.dialogueCommand().filter(List::isEmpty).isPresent()) {
            throw new RecipeException(origin + ": dialogue: a command is required");
        }
        for (int i = 0; i < recipe.turns().size(); i++) {
            turn(origin + ": turns[" + i + "]", recipe.turns().get(i), recipe.dialogue() != null);
        }
        if (recipe.turns().stream().mapToInt(Recipe.Turn::users).sum() < 1) {
            throw new RecipeException(origin + ": turns: at least one user turn is required");
        }
        for (String scenario : Optional.ofNullable(recipe.scenarios()).orElse(List.of())) {
            if (!Recipe.DRIVEN.contains(scenario)) {
                throw new RecipeException(
                        origin + ": scenarios: " + scenario + " is not one of " + String.join(", ", Recipe.DRIVEN));
            }
        }
        List<Recipe.Refusal> refusals = Optional.ofNullable(recipe.refusals()).orElse(List.of());
        for (int i = 0; i < refusals.size(); i++) {
            refusal(origin + ": refusals[" + i + "]", refusals.get(i));
        }
    }

    private static void turn(String place, Recipe.Turn turn, boolean hasDialogue) {
        if (turn.users() < 0) {
            throw new RecipeException(place + ": userTurns: expected 0 or more, found " + turn.users());
        }
        RecipeRules.versions(place, turn.when());
        boolean commands = turn.command() != null && !turn.command().isEmpty();
        boolean speaks = turn.steps() != null && !turn.steps().isEmpty();
        if (commands == speaks) {
            throw new RecipeException(place + ": either a command or steps are required");
        }
        if (speaks && !hasDialogue) {
            throw new RecipeException(
                    place + ": steps require the recipe's field dialogue, the command to exchange" + " lines with");
        }
        if (speaks && turn.interrupted() != null) {
            throw new RecipeException(place + ": interrupted: only a command can be interrupted");
        }
        if (speaks && turn.capture() != null) {
            throw new RecipeException(place + ": with steps, each step has its own capture; the turn has none");
        }
        pointers(
                place + ".capture",
                Optional.ofNullable(turn.capture()).orElse(Map.of()).values());
        List<Recipe.Step> steps = Optional.ofNullable(turn.steps()).orElse(List.of());
        for (int i = 0; i < steps.size(); i++) {
            step(place + ".steps[" + i + "]", steps.get(i));
        }
    }

    /// The names of the placeholders that a turn and its steps take from what is printed.
    static Set<String> captured(Recipe.Turn turn) {
        Set<String> names = new TreeSet<>(
                Optional.ofNullable(turn.capture()).orElse(Map.of()).keySet());
        Optional.ofNullable(turn.steps())
                .orElse(List.of())
                .forEach(step -> names.addAll(
                        Optional.ofNullable(step.capture()).orElse(Map.of()).keySet()));
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
        pointers(
                place + ".capture",
                Optional.ofNullable(step.capture()).orElse(Map.of()).values());
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
        RecipeRules.versions(place, refusal.when());
    }
}
