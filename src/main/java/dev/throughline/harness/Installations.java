package dev.throughline.harness;

import dev.throughline.text.Sha256;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The folders of the cache in which packages are installed, each once, and the commands that install them. A folder is
/// made where it stays, since the paths in many are absolute; other processes that want it wait.
final class Installations {
    /// What stands between a version and what its installation also depends on. No space: some programs, such as
    /// PyTorch, give paths to compilers without quotes.
    private static final String BESIDE = "_";

    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final Duration LOOK_LIMIT = Duration.ofMinutes(1);
    private static final String COMPLETE = ".throughline-complete";

    private final Path root;
    private final CacheLimit limit;
    private final ProgressListener progressListener;
    // The error of a failed installation; empty for a successful one.
    private final Map<Path, Optional<HarnessException>> made = new ConcurrentHashMap<>();

    Installations(Path root, CacheLimit limit, ProgressListener progressListener) {
        this.root = root;
        this.limit = limit;
        this.progressListener = progressListener;
    }

    /// A folder that all installations of an ecosystem share, never trimmed.
    Path shared(String name) {
        return root.resolve("shared").resolve(name);
    }

    void say(String progress) {
        progressListener.say(progress);
    }

    /// The folder of an installation, which is made unless it exists. What failed is not tried again by this object.
    /// @param key what else it depends on
    /// @param wanted gives the folder its name, beside the version
    /// @param maker fills the folder, or throws a `HarnessException`
    Path once(String ecosystem, PackageCache.Wanted wanted, Object key, Consumer<Path> maker) {
        String beside = wanted.version() + BESIDE + Sha256.hex(key.toString()).substring(0, 8);
        Path folder = of(ecosystem, wanted.name()).resolve(beside);
        made.computeIfAbsent(folder, _ -> make(folder, maker)).ifPresent(failure -> {
            throw failure;
        });
        CacheContents.use(folder);
        return folder;
    }

    /// Whether a version of a package is installed with anything beside it.
    boolean has(String ecosystem, String name, String version) {
        try (Stream<Path> folders = Files.list(of(ecosystem, name))) {
            return folders.anyMatch(
                    folder -> folder.getFileName().toString().startsWith(version + BESIDE) && isComplete(folder));
        } catch (IOException e) {
            return false;
        }
    }

    /// Whether all of an installation is in its folder: not while it is made, or once that was interrupted.
    static boolean isComplete(Path folder) {
        return Files.exists(folder.resolve(COMPLETE));
    }

    private Path of(String ecosystem, String name) {
        return root.resolve(ecosystem).resolve(name.replace('/', '+').replace(':', '+'));
    }

    private Optional<HarnessException> make(Path folder, Consumer<Path> maker) {
        try {
            Files.createDirectories(folder.getParent());
            Path lock = folder.resolveSibling(folder.getFileName() + ".lock");
            try (FileChannel file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var _ = file.lock()) {
                if (!isComplete(folder)) {
                    TemporaryFolder.delete(folder);
                    Files.createDirectories(folder);
                    maker.accept(folder);
                    Files.writeString(folder.resolve(COMPLETE), "");
                    CacheContents.trim(root, limit, progressListener);
                }
            }
            return Optional.empty();
        } catch (HarnessException e) {
            TemporaryFolder.delete(folder);
            return Optional.of(e);
        } catch (IOException e) {
            return Optional.of(unwritable(e));
        }
    }

    private HarnessException unwritable(IOException e) {
        return new HarnessException("the cache " + root + " cannot be written: " + e.getMessage());
    }

    /// Runs a command that looks something up.
    ProcessRunner.Ended look(List<String> command) {
        return run(root, Map.of(), command, LOOK_LIMIT);
    }

    /// Runs a command that installs, in a folder.
    /// @param further environment variables beside those of this process
    ProcessRunner.Ended run(Path folder, Map<String, String> further, List<String> command) {
        return run(folder, further, command, LIMIT);
    }

    private ProcessRunner.Ended run(Path folder, Map<String, String> further, List<String> command, Duration duration) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(further);
        try {
            Files.createDirectories(folder);
            Path output = Files.createTempFile("throughline-install", ".log");
            try {
                return ProcessRunner.run(
                        command, folder, environment, UUID.randomUUID().toString(), output, duration);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /// Runs a command whose failure is the check's.
    /// @param failed what could not be done, for instance "uv could not install a==1"
    /// @return what it printed
    String succeed(String failed, Path folder, Map<String, String> further, List<String> command) {
        var ended = run(folder, further, command);
        if (ended.isSuccess()) {
            return ended.text();
        }
        throw new HarnessException(failed + (ended.timedOut() ? " in time" : "") + ": " + ended.lastLines(8));
    }

    /// Writes a file of an installation.
    void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /// Reads a file of an installation; empty if there is none.
    Optional<String> read(Path file) {
        try {
            return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            throw unwritable(e);
        }
    }
}
