package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.VersionComparison;
import dev.throughline.text.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Installs packages of the npm registry, once per version, into a cache.
public final class NpmCache implements PackageCache {
    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(10);
    private static final Duration VIEW_LIMIT = Duration.ofMinutes(1);
    /// Without these npm asks an unreachable registry for minutes.
    private static final List<String> AT_ONCE = List.of("--fetch-retries=0", "--fetch-timeout=8000");

    private static final Pattern ANSWER = Pattern.compile("^[\\[{\"]", Pattern.MULTILINE);
    /// The codes of npm for a package, and for a version, that the registry does not have.
    private static final Pattern NOT_THERE = Pattern.compile("\\bE404\\b|\\bETARGET\\b");

    private static final Pattern NUMBER = Pattern.compile("[0-9]+\\.[0-9]+\\.[0-9]+.*");

    private final Path root;
    private final ProgressListener progressListener;
    private final Optional<Path> npm;
    private final CacheLimit limit;
    // The error of a failed installation; empty for a successful one.
    private final Map<Path, Optional<String>> installations = new ConcurrentHashMap<>();

    /// @param limit what the installations may take on disk; those used longest ago are removed
    /// @param npm the program; empty if there is none
    NpmCache(Path root, CacheLimit limit, ProgressListener progressListener, Optional<Path> npm) {
        this.root = root;
        this.limit = limit;
        this.progressListener = progressListener;
        this.npm = npm;
    }

    /// The number of a version, of a tag such as `latest`, or the highest of a range such as `^6`. The registry is not
    /// queried for installed versions.
    @Override
    public String resolve(String packageName, String version) {
        if (NUMBER.matcher(version).matches() && isInstalled(packageName, version)) {
            return version;
        }
        JsonNode found = view(
                packageName + "@" + version,
                List.of("version"),
                ended -> ended.text().substring(answerAt(ended.text())),
                answer -> answer.isTextual() || answer.isArray() && !answer.isEmpty());
        return found.isTextual() ? found.textValue() : highest(found);
    }

    /// Where the answer begins: warnings may precede it.
    private static int answerAt(String printed) {
        Matcher answer = ANSWER.matcher(printed);
        return answer.find() ? answer.start() : 0;
    }

    private static String highest(JsonNode versions) {
        return versions.valueStream()
                .map(JsonNode::asText)
                .max(VersionComparison::compare)
                .orElseThrow();
    }

    /// The registry's data on a package: `versions` in the order of Semantic Versioning, `time` with the
    /// moment at which each was published, and `repository`, as far as the package has it.
    /// @throws HarnessException if the registry does not know the package
    @Override
    public JsonNode published(String packageName) {
        List<String> fields = List.of("versions", "time", "repository", "--loglevel=error");
        return view(
                packageName,
                fields,
                ProcessRunner.Ended::text,
                answer -> answer.path("versions").isArray());
    }

    /// The peer dependencies of a package's versions in a range, where it can be installed: an object, or an
    /// array of several, with `name`, `version` and `optionalDependencies`.
    /// @throws HarnessException if the registry has none of them
    public JsonNode optionalDependencies(String packageName, String from, String to) {
        List<String> fields = List.of("name", "version", "optionalDependencies", "--loglevel=error");
        return view(
                packageName + "@>=" + from + " <=" + to, fields, ProcessRunner.Ended::text, JsonNode::isContainerNode);
    }

    /// @param json finds the answer in what npm printed
    /// @param isAnswer whether it has what was asked for
    private JsonNode view(
            String wanted,
            List<String> fields,
            Function<ProcessRunner.Ended, String> json,
            Predicate<JsonNode> isAnswer) {
        List<String> command = new ArrayList<>(List.of("view", wanted));
        command.addAll(fields);
        command.add("--json");
        command.addAll(AT_ONCE);
        var ended = npm(command, root, VIEW_LIMIT);
        try {
            JsonNode answer = Json.TREES.readTree(json.apply(ended));
            if (ended.isSuccess() && answer != null && isAnswer.test(answer)) {
                return answer;
            }
        } catch (IOException e) {
            // Not JSON: npm's message is reported below.
        }
        if (ended.timedOut() || NpmErrorSummary.isUnreachable(ended.text())) {
            throw HarnessException.withoutNetwork("the npm registry cannot be reached, so " + wanted
                    + " cannot be looked up; a check needs a network, or a version that is installed already: "
                    + NpmErrorSummary.of(ended.text()));
        }
        String message = "the npm registry has no " + wanted + ": " + NpmErrorSummary.of(ended.text());
        throw NOT_THERE.matcher(ended.text()).find()
                ? HarnessException.unknownVersion(message)
                : new HarnessException(message);
    }

    @Override
    public List<String> beside(Wanted wanted) {
        return wanted.peers().stream()
                .filter(Recipe.Peer::takesPart)
                .map(peer -> peer.name() + "@" + resolve(peer.name(), peer.version()))
                .toList();
    }

    @Override
    public Installed install(Wanted wanted) {
        List<String> peers = wanted.peers().stream()
                .map(peer -> peer.name() + "@" + peer.version())
                .toList();
        Path modules = install(wanted.name(), wanted.version(), peers).resolve("node_modules");
        return wanted.binary()
                .map(name -> Installed.program(modules.resolve(".bin").resolve(name)))
                .orElseGet(() -> new Installed(Optional.empty(), Optional.of(modules)));
    }

    private boolean isInstalled(String packageName, String version) {
        try (Stream<Path> folders = Files.list(folder(packageName))) {
            return folders.map(folder -> folder.getFileName().toString())
                    .anyMatch(name -> name.equals(version) || name.startsWith(version + Installations.BESIDE));
        } catch (IOException e) {
            return false;
        }
    }

    /// Installs a package unless it is already installed.
    /// @return the folder that contains its `node_modules`
    public Path install(String packageName, String version) {
        return install(packageName, version, List.of());
    }

    /// Installs a package with others beside it, unless it is already installed with exactly those. A
    /// failed installation is not retried by this object.
    /// @param peers what else is installed into the same folder, each as `name@range`
    /// @return the folder that contains its `node_modules`
    Path install(String packageName, String version, List<String> peers) {
        String name = Stream.concat(Stream.of(version), peers.stream())
                .map(part -> part.replace('/', '+'))
                .collect(Collectors.joining(Installations.BESIDE));
        Path folder = folder(packageName).resolve(name);
        Optional<String> failure =
                installations.computeIfAbsent(folder, wanted -> install(packageName, version, peers, wanted));
        failure.ifPresent(reason -> {
            throw new HarnessException(reason);
        });
        return folder;
    }

    private Path folder(String packageName) {
        return root.resolve("npm").resolve(packageName.replace('/', '+'));
    }

    private Optional<String> install(String packageName, String version, List<String> peers, Path folder) {
        if (Files.isDirectory(folder)) {
            CacheContents.use(folder);
            return Optional.empty();
        }
        progressListener.say("installing " + packageName + "@" + version);
        Path made = folder.resolveSibling(folder.getFileName() + "." + UUID.randomUUID());
        try {
            Files.createDirectories(made);
            List<String> command = new ArrayList<>(List.of("install", "--prefix", made.toString()));
            command.add(packageName + "@" + version);
            command.addAll(peers);
            command.addAll(List.of("--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"));
            var ended = npm(command, made, INSTALL_LIMIT);
            if (!ended.isSuccess()) {
                return Optional.of("npm could not install " + packageName + "@" + version
                        + (ended.timedOut() ? " in time" : "") + ": " + NpmErrorSummary.of(ended.text()));
            }
            Files.move(made, folder, StandardCopyOption.ATOMIC_MOVE);
            FolderLinks.follow(made, folder);
            CacheContents.use(folder);
            CacheContents.trim(root, limit, progressListener);
            return Optional.empty();
        } catch (IOException e) {
            return Files.isDirectory(folder)
                    ? Optional.empty()
                    : Optional.of("the cache " + root + " cannot be written: " + e.getMessage());
        } finally {
            ClientFolders.delete(made);
        }
    }

    private ProcessRunner.Ended npm(List<String> arguments, Path folder, Duration limit) {
        Path program = npm.orElseThrow(
                () -> HarnessException.withoutTool("npm is not on the PATH; install Node.js 20 or newer"));
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        try {
            Files.createDirectories(folder);
            Path output = Files.createTempFile("throughline-npm", ".log");
            try {
                return ProcessRunner.run(
                        command, folder, System.getenv(), UUID.randomUUID().toString(), output, limit);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw new HarnessException("the cache " + root + " cannot be written: " + e.getMessage());
        }
    }
}
