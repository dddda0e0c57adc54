package dev.throughline.harness;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Packages of the npm registry, installed once per version into a cache.
public final class NpmCache {
    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(10);
    private static final Duration VIEW_LIMIT = Duration.ofMinutes(1);
    private static final String CACHE_VARIABLE = "THROUGHLINE_CACHE_DIR";

    private final Path root;
    private final Progress progress;

    public NpmCache(Path root, Progress progress) {
        this.root = root;
        this.progress = progress;
    }

    /// The cache of this user: `THROUGHLINE_CACHE_DIR`, else `$XDG_CACHE_HOME/throughline`, else
    /// `~/.cache/throughline`.
    public static Path defaultRoot() {
        String named = System.getenv().getOrDefault(CACHE_VARIABLE, "");
        if (!named.isBlank()) {
            return Path.of(named).toAbsolutePath();
        }
        String base = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path home = base.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(base);
        return home.resolve("throughline").toAbsolutePath();
    }

    /// The number behind a version or a tag such as `latest`.
    public String resolve(String packageName, String version) {
        var ended = npm(List.of("view", packageName + "@" + version, "version", "--json"), root, VIEW_LIMIT);
        try {
            var answer = new JsonMapper().readTree(ended.lastLines(1));
            if (ended.isSuccess() && answer != null && answer.isTextual()) {
                return answer.textValue();
            }
        } catch (IOException e) {
            // Not JSON: what npm said is told below.
        }
        throw new HarnessException(
                "the npm registry has no " + packageName + "@" + version + ":\n" + ended.lastLines(5));
    }

    /// Installs a package unless it is there.
    /// @return the folder that holds its `node_modules`
    public Path install(String packageName, String version) {
        return install(packageName, version, List.of());
    }

    /// Installs a package with others beside it, unless it is there with just those.
    /// @param peers what else goes into the same folder, each as `name@range`
    /// @return the folder that holds its `node_modules`
    Path install(String packageName, String version, List<String> peers) {
        String name = Stream.concat(Stream.of(version), peers.stream())
                .map(part -> part.replace('/', '+'))
                .collect(Collectors.joining(" "));
        Path folder = root.resolve("npm").resolve(packageName.replace('/', '+')).resolve(name);
        if (Files.isDirectory(folder)) {
            return folder;
        }
        progress.say("installing " + packageName + "@" + version);
        Path made = folder.resolveSibling(name + "." + UUID.randomUUID());
        try {
            Files.createDirectories(made);
            List<String> command = new ArrayList<>(List.of("install", "--prefix", made.toString()));
            command.add(packageName + "@" + version);
            command.addAll(peers);
            command.addAll(List.of("--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"));
            var ended = npm(command, made, INSTALL_LIMIT);
            if (!ended.isSuccess()) {
                throw new HarnessException("npm could not install " + packageName + "@" + version
                        + (ended.timedOut() ? " in time" : "") + ":\n" + ended.lastLines(10));
            }
            Files.move(made, folder, StandardCopyOption.ATOMIC_MOVE);
            Links.follow(made, folder);
            return folder;
        } catch (IOException e) {
            if (Files.isDirectory(folder)) {
                return folder;
            }
            throw new HarnessException("the cache " + root + " cannot be written: " + e.getMessage());
        } finally {
            Folders.delete(made);
        }
    }

    private Processes.Ended npm(List<String> arguments, Path folder, Duration limit) {
        Path npm = Session.onPath("npm")
                .orElseThrow(() -> new HarnessException("npm is not on the PATH; install Node.js 20 or newer"));
        List<String> command = new ArrayList<>(List.of(npm.toString()));
        command.addAll(arguments);
        try {
            Files.createDirectories(folder);
            Path output = Files.createTempFile("throughline-npm", ".log");
            try {
                return Processes.run(
                        command, folder, System.getenv(), UUID.randomUUID().toString(), output, limit);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw new HarnessException("the cache " + root + " cannot be written: " + e.getMessage());
        }
    }
}
