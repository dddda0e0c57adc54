package dev.throughline.harness;

import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.Ecosystem;
import dev.throughline.harness.recipe.ProgramSource;
import dev.throughline.harness.recipe.Recipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Finds versions of programs, and their paths, wherever they come from.
public final class ProgramInstaller {
    private static final Duration VERSION_LIMIT = Duration.ofSeconds(30);
    private static final Pattern VERSION = Pattern.compile("[0-9]+(\\.[0-9]+)+(-[0-9A-Za-z.-]+)?");
    private static final Pattern RELEASE = Pattern.compile("[0-9]+(\\.[0-9]+)+");
    private static final String LATEST = "latest";

    private final PackageCaches caches;

    public ProgramInstaller(PackageCaches caches) {
        this.caches = caches;
    }

    /// The number of a version or tag.
    /// @throws HarnessException if there is no such version
    public String resolve(ProgramSource source, String wanted) {
        return switch (source) {
            case ProgramSource.Package(Ecosystem ecosystem, String name) ->
                caches.of(ecosystem).resolve(name, wanted);
            case ProgramSource.Executable program -> installed(program, wanted);
        };
    }

    /// When the registry published each release of a program, without pre-releases; empty where it does not say.
    public Map<String, String> releases(ProgramSource source) {
        if (!(source instanceof ProgramSource.Package(Ecosystem ecosystem, String name))) {
            return Map.of();
        }
        try {
            return caches.of(ecosystem).published(name).path("time").properties().stream()
                    .filter(entry -> RELEASE.matcher(entry.getKey()).matches())
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, entry -> entry.getValue().asText()));
        } catch (HarnessException e) {
            return Map.of();
        }
    }

    /// The versions of the packages that a check's client gets beside its own and that take part in what is measured,
    /// each as `NAME@VERSION`.
    /// @throws HarnessException if they do not fit together
    public List<String> beside(Recipe recipe, ClientSpec spec) {
        return recipe.source() instanceof ProgramSource.Package(Ecosystem ecosystem, String _)
                ? caches.of(ecosystem).beside(wanted(recipe, spec))
                : List.of();
    }

    /// The package of a check, with the versions that were found for its peers in npm.
    static PackageCache.Wanted wanted(Recipe recipe, ClientSpec spec) {
        List<Recipe.Peer> peers = recipe.peersOf(spec).stream()
                .map(peer -> recipe.origin() == Ecosystem.NPM
                        ? spec.packageVersion(peer.name())
                                .map(version -> new Recipe.Peer(peer.name(), version, peer.neutral(), null))
                                .orElse(peer)
                        : peer)
                .toList();
        return new PackageCache.Wanted(
                Optional.ofNullable(recipe.packageName()).orElseThrow(),
                spec.version(),
                peers,
                recipe.bomsOf(spec),
                Optional.ofNullable(recipe.binary()),
                recipe.sourcesOf(spec));
    }

    /// The path of a program that is there already.
    /// @throws HarnessException if it is not
    static Path path(ProgramSource.Executable program) {
        Path named = Path.of(program.path());
        if (!named.isAbsolute()) {
            return ProcessSession.onPath(program.path())
                    .orElseThrow(() -> new HarnessException(program.path() + " is not on the PATH"));
        }
        if (!Files.isExecutable(named)) {
            throw new HarnessException(named + " is not a program that can be run");
        }
        return named;
    }

    private static String installed(ProgramSource.Executable program, String wanted) {
        Path path = path(program);
        if (program.version().isEmpty()) {
            return wanted.equals(LATEST) ? "unknown" : wanted;
        }
        String found = printed(path, program.version());
        if (!wanted.equals(LATEST) && !wanted.equals(found)) {
            throw HarnessException.unknownVersion(path + " is version " + found + ", not " + wanted);
        }
        return found;
    }

    private static String printed(Path path, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(path.toString()));
        command.addAll(arguments);
        try (TemporaryFolder folder = TemporaryFolder.make("version")) {
            var ended = ProcessRunner.run(
                    command,
                    folder.path(),
                    System.getenv(),
                    UUID.randomUUID().toString(),
                    folder.path().resolve("output"),
                    VERSION_LIMIT);
            Matcher version = VERSION.matcher(ended.text());
            if (ended.isSuccess() && version.find()) {
                return version.group();
            }
            throw new HarnessException(String.join(" ", command) + " printed no version: " + ended.lastLines(3));
        }
    }
}
