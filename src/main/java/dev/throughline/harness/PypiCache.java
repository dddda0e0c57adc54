package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.text.Json;
import dev.throughline.text.Resources;
import dev.throughline.text.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Installs packages of the Python Package Index by uv, each into a virtual environment.
///
/// Dependencies are resolved as of the day after its release, since the newest of its dependencies often
/// breaks an older version: `openai` 1.40.0 dies with the `httpx` of a year later. A peer in one exact version
/// may be newer. What asks for a build that the index lacks, as `torch==2.13.0+cpu`, gets the plain one of the
/// same version.
final class PypiCache implements PackageCache {
    /// The newest first that most packages run with; 3.13 and later lack wheels of older ones.
    private static final List<String> INTERPRETERS =
            List.of("python3.12", "python3.13", "python3.11", "python3", "python3.10");

    private static final String SCRIPT = "dev/throughline/harness/pypi-versions.py";
    private static final Duration AFTER = Duration.ofDays(1);
    private static final Pattern PINNED = Pattern.compile("^([A-Za-z0-9._-]+)==(\\S+)", Pattern.MULTILINE);
    private static final Pattern UNREACHABLE =
            Pattern.compile("error sending request|dns error|Connection refused|network (is|was) unreachable");

    private static final Pattern LOCAL_BUILD =
            Pattern.compile("\\b([A-Za-z0-9._-]+)(?:\\{[^}]*})?==([0-9.]+)\\+[a-z0-9]+");

    private final Installations installations;
    private final Map<String, String> settings;
    private final Map<String, JsonNode> published = new ConcurrentHashMap<>();
    private final Map<String, String> locks = new ConcurrentHashMap<>();
    private final Supplier<String> python = once(() -> findPython(INTERPRETERS));
    private final Supplier<String> uv = once(this::findUv);

    /// @param settings the environment with the user's settings of uv and pip, as `UV_DEFAULT_INDEX`
    PypiCache(Installations installations, Map<String, String> settings) {
        this.installations = installations;
        this.settings = new HashMap<>(settings);
        Optional.ofNullable(settings.get("PIP_INDEX_URL"))
                .ifPresent(index -> this.settings.putIfAbsent("UV_DEFAULT_INDEX", index));
        this.settings.put("UV_PYTHON_DOWNLOADS", "never");
        this.settings.put("NO_COLOR", "1");
    }

    @Override
    public String resolve(String name, String version) {
        if (!version.equals("latest")) {
            return version;
        }
        String found = compile(name, List.of("--python", python.get(), "--no-deps"), "uv found no " + name);
        return pinned(found, name).orElseThrow(() -> new HarnessException("uv found no " + name + ": " + found));
    }

    @Override
    public JsonNode published(String name) {
        return published.computeIfAbsent(name, wanted -> {
            String failed = "the Python package index has no " + name;
            String answer = installations.succeed(
                    failed, folder(), settings, List.of(python.get(), "-c", Resources.text(SCRIPT), wanted));
            try {
                return Json.TREES.readTree(answer.substring(Math.max(0, answer.indexOf('{'))));
            } catch (IOException e) {
                throw new HarnessException(failed + ": " + answer);
            }
        });
    }

    @Override
    public List<String> beside(Wanted wanted) {
        return PINNED.matcher(lock(wanted))
                .results()
                .filter(found -> wanted.takesPart(found.group(1)))
                .map(found -> found.group(1) + "@" + found.group(2))
                .toList();
    }

    @Override
    public Installed install(Wanted wanted) {
        String lock = lock(wanted);
        String label = wanted.name() + "==" + wanted.version();
        Path bin = installations
                .once("pypi", wanted, lock, folder -> {
                    installations.say("installing " + label + " from Python's package index");
                    installations.write(folder.resolve("requirements.txt"), lock);
                    String failed = "uv could not install " + label;
                    uv(failed, folder, "venv", "--quiet", "--python", python(wanted), "venv");
                    uv(
                            failed,
                            folder,
                            "pip",
                            "install",
                            "--quiet",
                            "--no-deps",
                            "--python",
                            "venv",
                            "-r",
                            "requirements.txt");
                })
                .resolve("venv/bin");
        return Installed.program(bin.resolve(wanted.binary().orElse("python")));
    }

    /// All packages that are installed together, each as `NAME==VERSION`.
    private String lock(Wanted wanted) {
        List<String> lines = new ArrayList<>(List.of(wanted.name() + "==" + wanted.version()));
        List<Recipe.Peer> peers =
                wanted.peers().stream().filter(peer -> !isPython(peer)).toList();
        peers.forEach(peer -> lines.add(peer.name() + peer.version()));
        String key = String.join("\n", lines);
        return locks.computeIfAbsent(key, _ -> {
            List<String> options = new ArrayList<>(List.of("--python", python(wanted)));
            day(wanted.name(), wanted.version()).ifPresent(day -> {
                options.addAll(List.of("--exclude-newer", day));
                peers.stream().filter(peer -> peer.version().startsWith("==")).forEach(peer -> {
                    String name = peer.name().replaceFirst("\\[.*", "");
                    day(name, peer.version().substring(2))
                            .ifPresent(own -> options.addAll(List.of("--exclude-newer-package", name + "=" + own)));
                });
            });
            List<String> open = peers.stream()
                    .filter(peer -> peer.version().isEmpty())
                    .map(Recipe.Peer::name)
                    .toList();
            String printed = fitting(key, open, options, "uv found no versions that fit for " + lines.getFirst());
            return PINNED.matcher(printed).results().map(MatchResult::group).collect(Collectors.joining("\n"));
        });
    }

    /// The versions that fit together. A package in the plain build instead of the one that is asked for would
    /// leave what depends on it unbound, so the peers in any version are chosen to fit the plain ones first.
    private String fitting(String requirements, List<String> open, List<String> options, String failed) {
        Set<String> plain = new TreeSet<>();
        while (true) {
            List<String> all = new ArrayList<>(options);
            if (!plain.isEmpty()) {
                List<String> fitting = new ArrayList<>(plain);
                if (!open.isEmpty()) {
                    String first = String.join("\n", plain) + "\n" + String.join("\n", open);
                    String found = compile(first, options, failed);
                    open.forEach(name -> pinned(found, name).ifPresent(version -> fitting.add(name + "==" + version)));
                }
                Path file = folder().resolve("plain-" + Sha256.hex(fitting.toString()) + ".in");
                installations.write(file, String.join("\n", fitting));
                all.addAll(List.of("--override", file.toString()));
            }
            try {
                return compile(requirements, all, failed);
            } catch (HarnessException e) {
                boolean isNews = LOCAL_BUILD
                        .matcher(String.valueOf(e.getMessage()).replaceAll("\\s+", " "))
                        .results()
                        .map(found -> plain.add(found.group(1) + "==" + found.group(2)))
                        .reduce(false, Boolean::logicalOr);
                if (!isNews) {
                    throw e;
                }
            }
        }
    }

    /// The day after a version's release; empty for an index that does not tell, or a folder of wheels.
    private Optional<String> day(String name, String version) {
        try {
            String moment = published(name).path("time").path(version).asText();
            return Optional.of(moment)
                    .filter(text -> !text.isEmpty())
                    .map(text -> OffsetDateTime.parse(text).plus(AFTER).toString());
        } catch (HarnessException e) {
            return Optional.empty();
        }
    }

    private String compile(String requirements, List<String> options, String failed) {
        Path file = folder().resolve("wanted-" + Sha256.hex(requirements) + ".in");
        installations.write(file, requirements + "\n");
        List<String> arguments = new ArrayList<>(List.of("pip", "compile", "--quiet", "--no-header", "--no-annotate"));
        arguments.add(file.toString());
        arguments.addAll(options);
        return uv(failed, folder(), arguments.toArray(String[]::new));
    }

    private static Optional<String> pinned(String lock, String name) {
        return PINNED.matcher(lock)
                .results()
                .filter(found -> found.group(1).equals(name))
                .map(found -> found.group(2))
                .findFirst();
    }

    private String uv(String failed, Path folder, String... arguments) {
        List<String> command =
                Stream.concat(Stream.of(uv.get()), Stream.of(arguments)).toList();
        var ended = installations.run(folder, settings, command);
        if (ended.isSuccess()) {
            return ended.text();
        }
        String reason = failed + (ended.timedOut() ? " in time" : "") + ": " + ended.lastLines(8);
        throw UNREACHABLE.matcher(ended.text()).find()
                ? HarnessException.withoutNetwork(reason)
                : new HarnessException(reason);
    }

    /// Uses the uv on the PATH, or installs it once with pip into a separate environment.
    private String findUv() {
        return ProcessSession.onPath("uv").map(Path::toString).orElseGet(() -> {
            Path own = folder().resolve("uv");
            Path program = own.resolve("bin/uv");
            if (!Files.isExecutable(program)) {
                installations.say("installing uv");
                String failed = "uv is not on the PATH and could not be installed by pip";
                String interpreter = python.get();
                installations.succeed(failed, folder(), settings, List.of(interpreter, "-m", "venv", own.toString()));
                installations.succeed(
                        failed,
                        folder(),
                        settings,
                        List.of(own.resolve("bin/python").toString(), "-m", "pip", "install", "--quiet", "uv"));
            }
            return program.toString();
        });
    }

    /// The interpreter of a package: that of the peer `python`, such as `==3.13`, else one that suits most.
    private String python(Wanted wanted) {
        return wanted.peers().stream()
                .filter(PypiCache::isPython)
                .findFirst()
                .map(peer -> findPython(List.of("python" + peer.version().substring(2))))
                .orElseGet(python);
    }

    private static boolean isPython(Recipe.Peer peer) {
        return peer.name().equals("python");
    }

    /// The path that an interpreter states itself: a version manager's command may be on the PATH and yet have no such
    /// version.
    private String findPython(List<String> names) {
        return names.stream()
                .flatMap(name -> ProcessSession.onPath(name).stream())
                .flatMap(PypiCache::withInstalled)
                .map(path -> installations.run(
                        folder(), settings, List.of(path.toString(), "-c", "import sys; print(sys.executable)")))
                .filter(ProcessRunner.Ended::isSuccess)
                .map(ended -> ended.text().strip())
                .findFirst()
                .orElseThrow(
                        () -> HarnessException.withoutTool("none of " + String.join(", ", names) + " is on the PATH"));
    }

    /// A command and, if it is pyenv's, the same of its installations: that on the PATH runs those alone that the user
    /// has chosen, and most of these packages need a newer one.
    static Stream<Path> withInstalled(Path command) {
        Path versions = command.resolve("../../versions").normalize();
        if (!command.resolveSibling("").endsWith("shims") || !Files.isDirectory(versions)) {
            return Stream.of(command);
        }
        try (Stream<Path> installed = Files.list(versions)) {
            List<Path> found = installed
                    .map(version -> version.resolve("bin").resolve(command.getFileName()))
                    .filter(Files::isExecutable)
                    .sorted()
                    .toList();
            return Stream.concat(Stream.of(command), found.stream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path folder() {
        return installations.shared("pypi");
    }

    private static Supplier<String> once(Supplier<String> search) {
        Map<String, String> found = new ConcurrentHashMap<>();
        return () -> found.computeIfAbsent("", _ -> search.get());
    }
}
