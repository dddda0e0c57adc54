package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.text.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Installs Python packages, each version once, into virtual environments of a cache. pip decides from where, as the
/// user has configured it.
final class PythonCache {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    // The paths in a virtual environment are absolute, so it is made where it stays.
    private static final String COMPLETE = ".throughline-complete";
    private static final List<String> PIP = List.of("-m", "pip", "--disable-pip-version-check", "--no-input");

    private final Path folder;
    private final ProgressListener progressListener;
    private final Map<String, String> environment;

    /// @param root the cache
    /// @param environment pip's settings among others, as `PIP_INDEX_URL`
    PythonCache(Path root, ProgressListener progressListener, Map<String, String> environment) {
        this.folder = root.resolve("python");
        this.progressListener = progressListener;
        this.environment = environment;
    }

    /// The number of a version, or of the latest one.
    String resolve(String name, String wanted) {
        if (!wanted.equals("latest")) {
            return wanted;
        }
        List<String> command = pip(python());
        command.addAll(
                List.of("install", "--dry-run", "--ignore-installed", "--no-deps", "--quiet", "--report", "-", name));
        var ended = run(command);
        try {
            JsonNode report = Json.TREES.readTree(
                    ended.text().substring(Math.max(0, ended.text().indexOf('{'))));
            String version = report.at("/install/0/metadata/version").asText();
            if (ended.isSuccess() && !version.isEmpty()) {
                return version;
            }
        } catch (IOException e) {
            // Not JSON: pip's message is reported below.
        }
        throw new HarnessException("pip found no " + name + ": " + ended.lastLines(3));
    }

    /// Installs a version unless it is already installed.
    /// @return the virtual environment
    synchronized Path install(String name, String version) {
        Path installed = folder.resolve(name).resolve(version);
        if (!Files.exists(installed.resolve(COMPLETE))) {
            progressListener.say("installing " + name + "==" + version + " from Python's package index");
            ClientFolders.delete(installed);
            try {
                Files.createDirectories(folder.resolve(name));
                check(run(List.of(python(), "-m", "venv", installed.toString())), name, version);
                List<String> command = pip(installed.resolve("bin/python").toString());
                command.addAll(List.of("install", "--quiet", name + "==" + version));
                check(run(command), name, version);
                Files.writeString(installed.resolve(COMPLETE), "");
            } catch (IOException e) {
                throw new HarnessException("the cache " + folder + " cannot be written: " + e.getMessage());
            }
        }
        CacheContents.use(installed);
        return installed;
    }

    private static void check(ProcessRunner.Ended ended, String name, String version) {
        if (!ended.isSuccess()) {
            throw new HarnessException("pip could not install " + name + "==" + version
                    + (ended.timedOut() ? " in time" : "") + ": " + ended.lastLines(3));
        }
    }

    private static List<String> pip(String python) {
        List<String> command = new ArrayList<>(List.of(python));
        command.addAll(PIP);
        return command;
    }

    private static String python() {
        return ProcessSession.onPath("python3")
                .map(Path::toString)
                .orElseThrow(() -> new HarnessException("python3 is not on the PATH; install Python 3.9 or newer"));
    }

    private ProcessRunner.Ended run(List<String> command) {
        try {
            Files.createDirectories(folder);
            Path output = Files.createTempFile("throughline-pip", ".log");
            try {
                return ProcessRunner.run(
                        command, folder, environment, UUID.randomUUID().toString(), output, LIMIT);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw new HarnessException("the cache " + folder + " cannot be written: " + e.getMessage());
        }
    }
}
