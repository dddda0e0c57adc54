package dev.throughline.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/// Runs the scripts of `src/test/node` with the packages that its `package.json` pins, installed once into `target`.
/// Without Node.js on the path the test is skipped, visibly.
public final class NodeScripts {
    private static final Path SOURCES = Path.of("src/test/node");
    private static final Path INSTALLED = Path.of("target/node");
    private static final int INSTALL_SECONDS = 300;
    private static final int SCRIPT_SECONDS = 60;
    private static final JsonMapper JSON = new JsonMapper();

    private NodeScripts() {}

    /// Runs one script.
    /// @return the JSON object of its last line of output
    public static JsonNode run(String script, Map<String, String> environment) throws Exception {
        install();
        List<String> lines = execute(List.of("node", script), environment, SCRIPT_SECONDS)
                .lines()
                .toList();
        return JSON.readTree(lines.getLast());
    }

    /// Runs one script as a test of Node.js.
    /// @param change what is changed in its text before
    /// @return whether it passed, and what it said
    public static Outcome test(String script, UnaryOperator<String> change, int seconds) throws Exception {
        install();
        Files.writeString(INSTALLED.resolve(script), change.apply(Files.readString(SOURCES.resolve(script))));
        return outcome(List.of("node", "--test", script), Map.of(), seconds);
    }

    /// How a program ended.
    ///
    /// @param exitCode its exit code
    /// @param output its output and errors
    public record Outcome(int exitCode, String output) {}

    private static synchronized void install() throws Exception {
        Files.createDirectories(INSTALLED);
        boolean isCurrent = Files.isDirectory(INSTALLED.resolve("node_modules"))
                && Files.mismatch(SOURCES.resolve("package.json"), INSTALLED.resolve("package.json")) < 0;
        try (Stream<Path> sources = Files.list(SOURCES)) {
            for (Path source : sources.toList()) {
                Files.copy(source, INSTALLED.resolve(source.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        if (!isCurrent) {
            execute(
                    List.of("npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"),
                    Map.of(),
                    INSTALL_SECONDS);
        }
    }

    private static String execute(List<String> command, Map<String, String> environment, int seconds)
            throws IOException, InterruptedException {
        Outcome outcome = outcome(command, environment, seconds);
        if (outcome.output().isBlank()) {
            throw new IOException(command + " ended with " + outcome.exitCode() + " and said nothing");
        }
        return outcome.output();
    }

    private static Outcome outcome(List<String> command, Map<String, String> environment, int seconds)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("node", ".log");
        try {
            Process process = start(command, environment, output);
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new IOException(command + " did not end within " + seconds + " s: " + Files.readString(output));
            }
            return new Outcome(process.exitValue(), Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }

    private static Process start(List<String> command, Map<String, String> environment, Path output) {
        var builder = new ProcessBuilder(new ArrayList<>(command))
                .directory(INSTALLED.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new TestAbortedException(
                    "skipped: " + command.getFirst() + " is not on the PATH (Node.js is needed)");
        }
    }
}
