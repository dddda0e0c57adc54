package dev.throughline.harness;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.recipe.ProxyRoute;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import dev.throughline.harness.recipe.RecipeException;
import dev.throughline.text.Json;
import dev.throughline.text.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Reads a list of checks: a JSON array, or one JSON object per line; empty lines and lines that begin with
/// `#` are ignored.
public final class CheckListReader {
    private static final String BUILT_IN = "measured.json";

    private CheckListReader() {}

    /// The list of a file.
    /// @throws RecipeException naming the file and the line or entry of an invalid check
    public static List<CheckListEntry> read(Path file, RecipeCatalog recipeCatalog) {
        try {
            return parse(file.toString(), Files.readString(file), recipeCatalog);
        } catch (IOException e) {
            throw new RecipeException("the list could not be read: " + file);
        }
    }

    /// The bundled list: what the project measures, without clients whose recipe in the user's folder was skipped.
    public static List<CheckListEntry> measured(RecipeCatalog recipeCatalog) {
        String text = Resources.findText("recipes/" + BUILT_IN)
                .orElseThrow(() -> new RecipeException(BUILT_IN + " is not built in"));
        return parse("built in: " + BUILT_IN, text, recipeCatalog, recipeCatalog::isSkipped);
    }

    /// The newest version of every client in each of its dialects and variants.
    public static List<CheckListEntry> newest(RecipeCatalog recipeCatalog) {
        List<CheckListEntry> list = new ArrayList<>();
        for (Recipe recipe : recipeCatalog.all()) {
            for (String dialect : recipe.dialects()) {
                list.add(new CheckListEntry(recipe.name(), null, dialect, null, null, null));
                recipe.variantsOf(dialect)
                        .forEach(variant ->
                                list.add(new CheckListEntry(recipe.name(), null, dialect, variant, null, null)));
            }
        }
        return List.copyOf(list);
    }

    /// The same list with the newest version of each client, each check once.
    public static List<CheckListEntry> latest(List<CheckListEntry> list) {
        return list.stream().map(CheckListEntry::withLatest).distinct().toList();
    }

    static List<CheckListEntry> parse(String origin, String text, RecipeCatalog recipeCatalog) {
        return parse(origin, text, recipeCatalog, _ -> false);
    }

    private static List<CheckListEntry> parse(
            String origin, String text, RecipeCatalog recipeCatalog, Predicate<String> isLeftOut) {
        List<CheckListEntry> list = new ArrayList<>();
        if (text.stripLeading().startsWith("[")) {
            JsonNode array = json(origin, text);
            for (int i = 0; i < array.size(); i++) {
                if (!isLeftOut.test(array.get(i).path("client").asText())) {
                    list.add(entry(origin + ": [" + i + "]", array.get(i), recipeCatalog));
                }
            }
        } else {
            List<String> lines = text.lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                String place = origin + ": line " + (i + 1);
                if (!lines.get(i).isBlank() && !lines.get(i).startsWith("#")) {
                    list.add(entry(place, json(place, lines.get(i)), recipeCatalog));
                }
            }
        }
        if (list.isEmpty()) {
            throw new RecipeException(origin + ": at least one check was expected, found none");
        }
        return List.copyOf(list);
    }

    private static JsonNode json(String place, String text) {
        try {
            return Json.STRICT.readTree(text);
        } catch (JsonProcessingException e) {
            throw new RecipeException(place + ": not JSON: " + e.getOriginalMessage());
        }
    }

    private static CheckListEntry entry(String place, JsonNode node, RecipeCatalog recipeCatalog) {
        try {
            CheckListEntry entry = Json.STRICT.treeToValue(node, CheckListEntry.class);
            Recipe recipe = Optional.ofNullable(entry.client())
                    .flatMap(recipeCatalog::find)
                    .orElseThrow(() -> new RecipeException(place + ": there is no recipe for " + entry.client()));
            check(place, entry, recipe);
            return entry;
        } catch (JsonProcessingException e) {
            throw new RecipeException(place + ": not a check: " + e.getOriginalMessage());
        }
    }

    private static void checkRoute(String place, CheckListEntry entry) {
        if (entry.through() != null && !entry.through().equals(CheckListEntry.PROXY)) {
            throw new RecipeException(place + ": through: expected proxy, found " + entry.through());
        }
        if (entry.output() != null && entry.through() == null) {
            throw new RecipeException(place + ": output: allowed only in a check through the proxy");
        }
        if (entry.output() != null && entry.vendor() != null) {
            throw new RecipeException(place + ": output: a vendor's answers have the vendor's own form");
        }
        if (entry.output() != null && !ProxyRoute.OUTPUTS.contains(entry.output())) {
            throw new RecipeException(
                    place + ": output: one of " + ProxyRoute.OUTPUTS + " was expected, found " + entry.output());
        }
    }

    private static void check(String place, CheckListEntry entry, Recipe recipe) {
        String dialect =
                Optional.ofNullable(entry.dialect()).orElse(recipe.dialects().getFirst());
        if (!recipe.dialects().contains(dialect)) {
            throw new RecipeException(place + ": dialect: " + recipe.name() + " speaks "
                    + String.join(", ", recipe.dialects()) + ", found " + dialect);
        }
        if (entry.variant() != null && !recipe.variantsOf(dialect).contains(entry.variant())) {
            throw new RecipeException(place + ": variant: in " + dialect + " " + recipe.name() + " has "
                    + recipe.variantsOf(dialect) + ", found " + entry.variant());
        }
        checkRoute(place, entry);
    }
}
