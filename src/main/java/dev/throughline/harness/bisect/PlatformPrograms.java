package dev.throughline.harness.bisect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.PackageCaches;
import dev.throughline.harness.recipe.Ecosystem;
import dev.throughline.text.Json;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Tells which versions of a package cannot run on this machine because the registry lacks their program for it.
///
/// Packages with a compiled program publish it in one package per platform, each an optional dependency in exactly the
/// version of the package itself, and named after `process.platform` and `process.arch`; npm skips those it does not
/// find. Whatever the registry does not say is taken to run.
/// Source: npm documentation, package.json, "optionalDependencies".
public final class PlatformPrograms {
    private static final Pattern ALIAS = Pattern.compile("npm:(.+)@([^@]+)");

    private final Manifests manifests;
    private final Function<String, JsonNode> registry;
    private final Platform platform;
    private final Map<String, Set<String>> published = new HashMap<>();

    /// Reads the manifests of the versions of a package from one to another, as `NpmCache.optionalDependencies` does.
    interface Manifests {
        JsonNode read(String packageName, String from, String to);
    }

    /// A kind of machine.
    /// @param systems the words by which names of packages mean its system
    /// @param processors the words by which they mean its processor
    record Platform(Set<String> systems, Set<String> processors) {
        static Platform current() {
            String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
            String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
            return new Platform(
                    system.startsWith("mac")
                            ? Set.of("darwin", "macos")
                            : system.startsWith("windows") ? Set.of("win32", "windows") : Set.of(system),
                    Set.of("amd64", "x86_64").contains(processor)
                            ? Set.of("x64", "amd64")
                            : processor.equals("aarch64") ? Set.of("arm64", "aarch64") : Set.of(processor));
        }

        private boolean isMeant(String packageName) {
            List<String> words = Arrays.asList(packageName.split("[^a-z0-9]+"));
            return words.stream().anyMatch(systems::contains) && words.stream().anyMatch(processors::contains);
        }
    }

    /// A package with the program in one version.
    private record Program(String packageName, String version) {
        private String label() {
            return packageName + "@" + version;
        }
    }

    /// The programs for this machine. Only npm packages ship separate ones.
    public static PlatformPrograms of(Ecosystem ecosystem, PackageCaches caches) {
        Manifests none = (_, _, _) -> Json.TREES.createArrayNode();
        return new PlatformPrograms(
                ecosystem == Ecosystem.NPM ? caches.npm()::optionalDependencies : none,
                caches.npm()::published,
                Platform.current());
    }

    /// @param registry returns what the registry has of a package, as `NpmCache.published` does
    PlatformPrograms(Manifests manifests, Function<String, JsonNode> registry, Platform platform) {
        this.manifests = manifests;
        this.registry = registry;
        this.platform = platform;
    }

    /// The versions whose program is not in the registry, with the reason.
    /// @param versions oldest first
    Map<String, String> missing(String packageName, List<String> versions) {
        Map<String, String> missing = new LinkedHashMap<>();
        for (JsonNode manifest : manifests(packageName, versions)) {
            String version = manifest.path("version").asText();
            List<Program> programs = programs(manifest, version);
            if (versions.contains(version)
                    && !programs.isEmpty()
                    && programs.stream().noneMatch(this::isPublished)) {
                missing.put(
                        version,
                        "the registry has no " + programs.getFirst().label() + ", its program for this platform");
            }
        }
        return missing;
    }

    private List<JsonNode> manifests(String packageName, List<String> versions) {
        try {
            JsonNode answer = manifests.read(packageName, versions.getFirst(), versions.getLast());
            return answer.isArray() ? answer.valueStream().toList() : List.of(answer);
        } catch (HarnessException e) {
            // Each version is tried then, which says why.
            return List.of();
        }
    }

    /// The shortest name first, which is the plain one.
    private List<Program> programs(JsonNode manifest, String version) {
        return manifest.path("optionalDependencies").properties().stream()
                .filter(entry -> platform.isMeant(entry.getKey()))
                .flatMap(entry -> program(entry.getKey(), entry.getValue().asText(), version).stream())
                .sorted((one, two) ->
                        Integer.compare(one.label().length(), two.label().length()))
                .toList();
    }

    /// Empty for a dependency that is merely compiled and has its own version numbers.
    private static Optional<Program> program(String name, String wanted, String version) {
        Matcher alias = ALIAS.matcher(wanted);
        Program program = alias.matches() ? new Program(alias.group(1), alias.group(2)) : new Program(name, wanted);
        boolean isOwn = program.version().equals(version) || program.version().startsWith(version + "-");
        return isOwn ? Optional.of(program) : Optional.empty();
    }

    private boolean isPublished(Program program) {
        Set<String> versions = published.computeIfAbsent(program.packageName(), this::versions);
        return versions.isEmpty() || versions.contains(program.version());
    }

    /// Empty if the registry does not say.
    private Set<String> versions(String packageName) {
        try {
            Stream<JsonNode> versions =
                    registry.apply(packageName).path("versions").valueStream();
            return new HashSet<>(versions.map(JsonNode::asText).toList());
        } catch (HarnessException e) {
            return Set.of();
        }
    }
}
