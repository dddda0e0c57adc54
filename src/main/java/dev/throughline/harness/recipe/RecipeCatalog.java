package dev.throughline.harness.recipe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.client.BundledRecipes;
import dev.throughline.text.Json;
import dev.throughline.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// The bundled recipes, and those of a user's folder, which take precedence.
public final class RecipeCatalog {
    private static final String SCHEMA = "recipe.schema.json";

    private final Map<String, Source> builtIn;
    private final Map<String, Source> sources;

    private RecipeCatalog(Map<String, Source> builtIn, Map<String, Source> sources) {
        this.builtIn = Map.copyOf(builtIn);
        this.sources = sources;
    }

    private record Source(String origin, String text, Recipe recipe) {}

    /// All recipes.
    /// @param folder a folder with `*.json` files, if any; it may also contain the schema
    /// @throws RecipeException for a file that cannot be read or is not a recipe
    public static RecipeCatalog load(Optional<Path> folder) {
        Map<String, Source> sources = new TreeMap<>();
        for (String name : BundledRecipes.NAMES) {
            Source source = parse("built in: " + name, builtIn(name + ".json"), RecipeCatalog::builtIn);
            sources.put(source.recipe().name(), source);
        }
        Map<String, Source> builtIn = Map.copyOf(sources);
        folder.ifPresent(path -> files(path).forEach(file -> {
            Source source = parse(file.toString(), read(file), resource -> beside(file, resource));
            sources.put(source.recipe().name(), source);
        }));
        return new RecipeCatalog(builtIn, sources);
    }

    /// The recipe with this name.
    public Optional<Recipe> find(String name) {
        return Optional.ofNullable(sources.get(name)).map(Source::recipe);
    }

    /// What tells a user's recipe from the built-in one of the same name; empty for one that is built in, unchanged, or
    /// that has a name of its own.
    public String change(String name) {
        return Optional.ofNullable(sources.get(name))
                .flatMap(source -> Optional.ofNullable(builtIn.get(name))
                        .filter(first -> !first.recipe().equals(source.recipe()))
                        .map(_ -> changed("recipe", source.recipe().toString())))
                .orElse("");
    }

    /// The mark of a changed file: what was changed, and the beginning of a digest of its text.
    public static String changed(String what, String text) {
        return what + "-" + Sha256.hex(text).substring(0, 8);
    }

    /// The text of a recipe's file, for copying and changing.
    public Optional<String> text(String name) {
        return Optional.ofNullable(sources.get(name)).map(Source::text);
    }

    /// The JSON schema of recipe files, to be stored beside copied ones.
    public static String schema() {
        return builtIn(SCHEMA);
    }

    /// All recipes by name.
    public Collection<Recipe> all() {
        return sources.values().stream().map(Source::recipe).toList();
    }

    private static Source parse(String origin, String text, UnaryOperator<String> resources) {
        try {
            RecipeRules.check(origin, Json.STRICT.readValue(text, Recipe.class));
            JsonNode tree = Json.STRICT.readTree(text);
            for (JsonNode file : tree.path("files")) {
                if (file.hasNonNull("resource")) {
                    ((ObjectNode) file)
                            .put("text", resources.apply(file.get("resource").textValue()));
                }
            }
            return new Source(origin, text, Json.STRICT.treeToValue(tree, Recipe.class));
        } catch (JsonProcessingException e) {
            String place =
                    e.getLocation() == null ? "" : " at line " + e.getLocation().getLineNr();
            throw new RecipeException(origin + ": not a recipe" + place + ": " + e.getOriginalMessage());
        }
    }

    /// A file beside a user's recipe, or the bundled one.
    private static String beside(Path recipe, String resource) {
        Path own = recipe.resolveSibling(resource);
        return Files.isRegularFile(own) ? read(own) : builtIn(resource);
    }

    private static String builtIn(String file) {
        return BundledRecipes.text(file).orElseThrow(() -> new RecipeException(file + " is not built in"));
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .filter(file -> !file.endsWith(SCHEMA))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new RecipeException("the folder of recipes could not be read: " + folder);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new RecipeException("the recipe could not be read: " + file);
        }
    }
}
