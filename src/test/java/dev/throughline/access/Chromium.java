package dev.throughline.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A headless browser with an empty profile, in which `attacker.example` resolves to this machine.
final class Chromium implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 90;

    private final Path profile;
    private final Process process;

    private Chromium(Path profile, Process process) {
        this.profile = profile;
        this.process = process;
    }

    /// The program; empty where none is installed.
    static Optional<Path> program() {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser").map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// Opens a page and leaves it open.
    static Chromium open(String url) throws IOException {
        return start(List.of("--remote-debugging-port=0"), url);
    }

    /// The document that a page has become once it is loaded.
    static String dom(String url) throws IOException, InterruptedException {
        try (Chromium browser = start(List.of("--dump-dom"), url)) {
            String dom = new String(browser.process.getInputStream().readAllBytes());
            browser.process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return dom;
        }
    }

    private static Chromium start(List<String> options, String url) throws IOException {
        Path profile = Files.createTempDirectory("chromium");
        List<String> command = new ArrayList<>(List.of(
                program().orElseThrow().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--host-resolver-rules=MAP attacker.example 127.0.0.1",
                "--user-data-dir=" + profile));
        command.addAll(options);
        command.add(url);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new Chromium(profile, process);
    }

    @Override
    public void close() throws IOException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        try (Stream<Path> files = Files.walk(profile)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}
