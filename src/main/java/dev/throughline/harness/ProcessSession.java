package dev.throughline.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Sessions and marks of processes, as far as the operating system supports them.
public final class ProcessSession {
    private static final Path PROC = Path.of("/proc");
    private static final String HEEDS_INTERRUPTS = "--default-signal=INT";
    private static final List<String> ENV = heedsInterrupts();

    private ProcessSession() {}

    /// The command in its own session, if `setsid` is available: a signal to our terminal does not reach it. Where
    /// `env` can, it heeds SIGINT although we may not: what a shell started in the background ignores it.
    static List<String> wrap(List<String> command) {
        Optional<Path> setsid = onPath("setsid");
        if (setsid.isEmpty()) {
            return command;
        }
        List<String> wrapped = new ArrayList<>(List.of(setsid.get().toString(), "--wait"));
        wrapped.addAll(ENV);
        wrapped.addAll(command);
        return wrapped;
    }

    private static List<String> heedsInterrupts() {
        try {
            Optional<Path> env = onPath("env");
            boolean isAble = env.isPresent()
                    && new ProcessBuilder(env.get().toString(), HEEDS_INTERRUPTS, "true")
                                    .start()
                                    .waitFor()
                            == 0;
            return isAble ? List.of(env.get().toString(), HEEDS_INTERRUPTS) : List.of();
        } catch (IOException e) {
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /// The processes whose environment contains a mark.
    public static Stream<ProcessHandle> marked(String mark) {
        if (!Files.isDirectory(PROC)) {
            return Stream.empty();
        }
        String wanted = ProcessRunner.MARK + "=" + mark;
        return ProcessHandle.allProcesses()
                .filter(process -> environment(process.pid()).contains(wanted));
    }

    /// Finds a program on the path.
    public static Optional<Path> onPath(String name) {
        return Stream.of(System.getenv()
                        .getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin")
                        .split(":"))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static List<String> environment(long pid) {
        try {
            byte[] bytes = Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve("environ"));
            return List.of(new String(bytes, StandardCharsets.UTF_8).split("\u0000"));
        } catch (IOException e) {
            return List.of();
        }
    }
}
