package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
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
public final class NpmCache {
    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(10);
    private static final Duration VIEW_LIMIT = Duration.ofMinutes(1);
    /// Without these npm asks an unreachable registry for minutes.
    private static final List<String> AT_ONCE = List.of("--fetch-retries=0", "--fetch-timeout=8000");
    private static final String CACHE_VARIABLE = "THROUGHLINE_CACHE_DIR";

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
    public NpmCache(Path root, CacheLimit limit, ProgressListener progressListener) {
        this(root, limit, progressListener, ProcessSession.onPath("npm"));
    }

    /// @param npm the program; empty if there is none
    public NpmCache(Path root, CacheLimit limit, ProgressListener progressListener, Optional<Path> npm) {
        this.root = root;
        this.limit = limit;
        this.progressListener = progressListener;
        this.npm = npm;
    }

    /// The current user's cache: `THROUGHLINE_CACHE_DIR`, otherwise `$XDG_CACHE_HOME/throughline`,
    /// otherwise `~/.cache/throughline`.
    public static Path defaultRoot() {
        String named = System.getenv().getOrDefault(CACHE_VARIABLE, "");
        if (!named.isBlank()) {
            return Path.of(named).toAbsolutePath();
        }
        String base = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path home = base.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(base);
        return home.resolve("throughline").toAbsolutePath();
    }

    /// The number of a version, of a tag such as `latest`, or the highest of a range such as `^6`. The registry is not
    /// queried for installed versions.
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

    /// What the registry has of a package: `versions` in the order of Semantic Versioning, `time` with the
    /// moment at which each was published, and `repository`, as far as the package has it.
    /// @throws HarnessException if the registry does not know the package
    public JsonNode published(String packageName) {
        List<String> fields = List.of("versions", "time", "repository", "--loglevel=error");
        return view(
                packageName,
                fields,
                ProcessRunner.Ended::text,
                answer -> answer.path("versions").isArray());
    }

    /// What the versions of a package from one to another want beside them where it can be installed: an object, or an
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

    private boolean isInstalled(String packageName, String version) {
        try (Stream<Path> folders = Files.list(folder(packageName))) {
            return folders.map(folder -> folder.getFileName().toString())
                    .anyMatch(name -> name.equals(version) || name.startsWith(version + " "));
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
                .collect(Collectors.joining(" "));
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
            trim();
            return Optional.empty();
        } catch (IOException e) {
            return Files.isDirectory(folder)
                    ? Optional.empty()
                    : Optional.of("the cache " + root + " cannot be written: " + e.getMessage());
        } finally {
            ClientFolders.delete(made);
        }
    }

    /// The Python packages in the same cache.
    PythonCache python() {
        return new PythonCache(root, progressListener, System.getenv());
    }

    private void trim() {
        if (limit.bytes() == 0) {
            return;
        }
        List<CacheContents.Entry> removed = new CacheContents(root).trim(limit);
        if (!removed.isEmpty()) {
            progressListener.say("removed " + removed.size()
                    + " installations, not used for the longest, from the cache (" + limit + ")");
        }
    }

    private ProcessRunner.Ended npm(List<String> arguments, Path folder, Duration limit) {
        Path program =
                npm.orElseThrow(() -> new HarnessException("npm is not on the PATH; install Node.js 20 or newer"));
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
