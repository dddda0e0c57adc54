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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The bundled recipes, and those of a user's folder, which take precedence.
public final class RecipeCatalog {
    private static final String SCHEMA = "recipe.schema.json";

    private static final Pattern NAME = Pattern.compile("\"name\"\\s*:\\s*\"([^\"]*)\"");

    private final Map<String, Source> builtIn;
    private final Map<String, Source> every;
    private final Map<String, Source> sources;
    private final List<Broken> broken;

    private RecipeCatalog(
            Map<String, Source> builtIn, Map<String, Source> every, Recipe.Kind kind, List<Broken> broken) {
        this.builtIn = builtIn;
        this.every = every;
        this.sources = new TreeMap<>(every);
        this.broken = List.copyOf(broken);
        sources.values().removeIf(source -> source.recipe().kind() != kind);
    }

    /// The recipes of one kind; before that, it has those of clients.
    public RecipeCatalog of(Recipe.Kind kind) {
        return new RecipeCatalog(builtIn, every, kind, broken);
    }

    /// @param resources the files beside it that it names, with their texts
    private record Source(String origin, String text, Recipe recipe, Map<String, String> resources) {}

    /// A file that is no recipe, and the names of clients that it may be meant for.
    private record Broken(Set<String> names, String problem) {}

    /// The recipes of all clients. A file that cannot be read or is not a recipe is skipped; `problems` names it.
    /// @param folder a folder with `*.json` files, if any; it may also contain the schema
    /// @throws RecipeException for a folder that cannot be read
    public static RecipeCatalog load(Optional<Path> folder) {
        Map<String, Source> sources = new TreeMap<>();
        Stream.of(BundledRecipes.NAMES, BundledRecipes.GATEWAYS, BundledRecipes.SERVERS)
                .flatMap(List::stream)
                .map(name -> parse("built in: " + name, builtIn(name + ".json"), RecipeCatalog::builtIn))
                .forEach(source -> sources.put(source.recipe().name(), source));
        Map<String, Source> builtIn = Map.copyOf(sources);
        List<Broken> broken = new ArrayList<>();
        folder.ifPresent(path -> files(path).forEach(file -> {
            try {
                Source source = parse(file.toString(), read(file), resource -> beside(file, resource));
                sources.put(source.recipe().name(), source);
            } catch (RecipeException e) {
                broken.add(new Broken(names(file), String.valueOf(e.getMessage())));
            }
        }));
        return new RecipeCatalog(builtIn, sources, Recipe.Kind.CLIENT, broken);
    }

    /// The problem of each file that was skipped; each names its file.
    public List<String> problems() {
        return broken.stream().map(Broken::problem).toList();
    }

    /// The recipe with this name.
    /// @throws RecipeException if a file that was skipped is meant for it: no other recipe takes its place
    public Optional<Recipe> find(String name) {
        broken.stream().filter(one -> one.names().contains(name)).findFirst().ifPresent(one -> {
            throw new RecipeException(one.problem());
        });
        return Optional.ofNullable(sources.get(name)).map(Source::recipe);
    }

    /// How a user's recipe differs from the built-in one of the same name; empty for one that is built in, unchanged,
    /// or that has another name.
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

    /// The files that a recipe names, such as the script of a library, with their texts; empty for an unknown name.
    public Map<String, String> resources(String name) {
        return Optional.ofNullable(sources.get(name)).map(Source::resources).orElse(Map.of());
    }

    /// The files to copy for changing a recipe: its own, those that it names, and the schema for editors.
    /// @throws RecipeException for an unknown name
    public Map<String, String> copyOf(String name) {
        Map<String, String> files = new TreeMap<>(resources(name));
        files.put(name + ".json", text(name).orElseThrow(() -> new RecipeException("there is no recipe " + name)));
        files.put(SCHEMA, schema());
        return files;
    }

    /// The JSON schema of recipe files, to be stored beside copied ones.
    public static String schema() {
        return builtIn(SCHEMA);
    }

    /// All recipes by name, without those of clients that a skipped file is meant for.
    public Collection<Recipe> all() {
        return sources.values().stream()
                .map(Source::recipe)
                .filter(recipe -> !isSkipped(recipe.name()))
                .toList();
    }

    /// Whether a file that was skipped is meant for this client.
    public boolean isSkipped(String name) {
        return broken.stream().anyMatch(one -> one.names().contains(name));
    }

    private static Source parse(String origin, String text, UnaryOperator<String> resources) {
        try {
            Recipe read = Json.STRICT.readValue(text, Recipe.class);
            RecipeRules.check(origin, read);
            RecipeRules.placeholders(origin, read, text);
            JsonNode tree = Json.STRICT.readTree(text);
            Map<String, String> named = new TreeMap<>();
            for (JsonNode file : tree.path("files")) {
                if (file.hasNonNull("resource")) {
                    String resource = file.get("resource").textValue();
                    named.put(resource, resources.apply(resource));
                    ((ObjectNode) file).put("text", named.get(resource));
                }
            }
            return new Source(origin, text, Json.STRICT.treeToValue(tree, Recipe.class), Map.copyOf(named));
        } catch (JsonProcessingException e) {
            String place =
                    e.getLocation() == null ? "" : " at line " + e.getLocation().getLineNr();
            throw new RecipeException(origin + ": not a recipe" + place + ": " + e.getOriginalMessage());
        }
    }

    private static Set<String> names(Path file) {
        Set<String> names = new TreeSet<>();
        names.add(String.valueOf(file.getFileName()).replaceFirst("\\.json$", ""));
        try {
            Matcher stated = NAME.matcher(Files.readString(file));
            if (stated.find()) {
                names.add(stated.group(1));
            }
        } catch (IOException e) {
            // Its name is all that is known.
        }
        return names;
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
