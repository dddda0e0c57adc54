package dev.throughline.harness.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/// Runs programs with their output in a file, or opens one to be spoken to, and leaves nothing of them behind.
///
/// A program runs in a session of its own and carries a mark in its environment, so that children that moved away from
/// it are found as well (Linux). It ends with this process, see `OrphanReaper`. Once this process is told to end, no
/// program
/// is started and the end of one is no result any more. Blocks its thread; for virtual threads and the command line.
public final class ProcessRunner {
    static final String MARK = "THROUGHLINE_CHECK";
    private static final int LONGEST_OUTPUT = 4 * 1024 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final AtomicBoolean ENDING = new AtomicBoolean();

    private ProcessRunner() {}

    /// How a program ended.
    /// @param exitCode its exit code; -1 when it was given up
    /// @param text what it printed; only the end of a long output
    public record Ended(int exitCode, boolean timedOut, String text) {
        public boolean isSuccess() {
            return exitCode == 0;
        }

        /// Its last lines of output, for a person.
        public String lastLines(int count) {
            return ProcessRunner.lastLines(text, count);
        }
    }

    /// A program that is under way, to be spoken to; closing it ends it with all that came of it.
    public record Open(Process process, String mark, Thread hook) implements AutoCloseable {
        @Override
        public void close() {
            stop(process, mark);
            removeHook(hook);
        }
    }

    /// Runs a program to its end.
    /// @param environment its whole environment
    /// @param mark what its environment is marked with
    public static Ended run(
            List<String> command,
            Path folder,
            Map<String, String> environment,
            String mark,
            Path output,
            Duration limit) {
        ProcessBuilder builder = builder(command, folder, environment, mark)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile());
        try (Open program = open(builder, command.getFirst(), mark)) {
            boolean ended = program.process().waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (ENDING.get()) {
                throw interrupted(command.getFirst());
            }
            return new Ended(ended ? program.process().exitValue() : -1, !ended, tail(output));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(command.getFirst());
        }
    }

    /// Starts a program whose standard input and output are pipes, errors among the output.
    /// @param environment its whole environment
    /// @param mark what its environment is marked with
    public static Open open(List<String> command, Path folder, Map<String, String> environment, String mark) {
        return open(builder(command, folder, environment, mark), command.getFirst(), mark);
    }

    private static Open open(ProcessBuilder builder, String name, String mark) {
        OrphanReaper.watch();
        try {
            Process process = builder.start();
            var hook = new Thread(() -> {
                ENDING.set(true);
                stop(process, mark);
            });
            try {
                Runtime.getRuntime().addShutdownHook(hook);
            } catch (IllegalStateException e) {
                stop(process, mark);
                throw interrupted(name);
            }
            return new Open(process, mark, hook);
        } catch (IOException e) {
            throw new HarnessException(name + " could not be started: " + e.getMessage());
        }
    }

    /// Whether this process was asked to end.
    public static boolean isEnding() {
        return ENDING.get();
    }

    private static HarnessException interrupted(String program) {
        return new HarnessException("interrupted while " + program + " was running");
    }

    /// The last lines of a text, for a person.
    static String lastLines(String text, int count) {
        List<String> lines = text.strip().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - count), lines.size()));
    }

    /// What a program printed; only the end of a long output.
    static String tail(Path output) {
        try (RandomAccessFile file = new RandomAccessFile(output.toFile(), "r")) {
            var bytes = new byte[(int) Math.min(file.length(), LONGEST_OUTPUT)];
            file.seek(file.length() - bytes.length);
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is ending; the hook does the same work.
        }
    }

    private static ProcessBuilder builder(
            List<String> command, Path folder, Map<String, String> environment, String mark) {
        var builder = new ProcessBuilder(ProcessSession.wrap(command))
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put(MARK, mark);
        builder.environment().put(OrphanReaper.MARK, OrphanReaper.NAME);
        return builder;
    }

    /// Ends a program with all that came of it: first asked, then forced.
    private static void stop(Process process, String mark) {
        List<ProcessHandle> family = Stream.concat(
                        Stream.concat(Stream.of(process.toHandle()), process.descendants()),
                        ProcessSession.marked(mark))
                .distinct()
                .filter(ProcessHandle::isAlive)
                .toList();
        family.forEach(ProcessHandle::destroy);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (ProcessHandle one : family) {
            if (!endsBefore(one, deadline)) {
                one.destroyForcibly();
            }
        }
        ProcessSession.marked(mark).forEach(ProcessHandle::destroyForcibly);
    }

    private static boolean endsBefore(ProcessHandle process, long deadline) {
        try {
            process.onExit().get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
            return false;
        }
    }
}
