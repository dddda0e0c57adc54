package dev.throughline.harness;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// Runs programs with their output in a file, or opens one for a dialogue, and leaves no processes behind.
///
/// A program runs in its own session with a mark in its environment, so that detached children are found as well
/// (Linux). It ends with this process, see `OrphanReaper`. Once this process is shutting down, no program is started,
/// and the end of a program is no longer a result. Blocking; for virtual threads and the command line.
public final class ProcessRunner {
    static final String MARK = "THROUGHLINE_CHECK";
    private static final int LONGEST_OUTPUT = 4 * 1024 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration POLL = Duration.ofMillis(200);
    /// Within which an interrupted program ends.
    private static final Duration LONGEST_END = Duration.ofSeconds(20);
    private static final AtomicBoolean ENDING = new AtomicBoolean();

    private ProcessRunner() {}

    /// How a program ended.
    /// @param exitCode its exit code; -1 if it was killed after its time limit
    /// @param isInterrupted whether it was interrupted
    /// @param text its output; only the end of a long output
    public record Ended(int exitCode, boolean timedOut, boolean isInterrupted, String text) {
        public boolean isSuccess() {
            return exitCode == 0;
        }

        /// Its last lines of output, in a readable form.
        public String lastLines(int count) {
            return ProcessRunner.lastLines(text, count);
        }
    }

    /// A running program with which a dialogue is possible; closing it ends it and all its children.
    public record Open(Process process, String mark, Thread hook) implements AutoCloseable {
        @Override
        public void close() {
            stop(process, mark);
            removeHook(hook);
        }
    }

    /// Runs a program to its end.
    /// @param environment its whole environment
    /// @param mark the mark in its environment
    public static Ended run(
            List<String> command,
            Path folder,
            Map<String, String> environment,
            String mark,
            Path output,
            Duration limit) {
        return run(command, folder, environment, mark, output, limit, () -> false);
    }

    /// The same for a program that is interrupted, as by a user at its terminal.
    /// @param isDue whether to interrupt it now; asked until then
    static Ended run(
            List<String> command,
            Path folder,
            Map<String, String> environment,
            String mark,
            Path output,
            Duration limit,
            BooleanSupplier isDue) {
        ProcessBuilder builder = builder(command, folder, environment, mark)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile());
        try (Open program = open(builder, command.getFirst(), mark)) {
            Process process = program.process();
            long deadline = System.nanoTime() + limit.toNanos();
            boolean isInterrupted = false;
            boolean ended = false;
            while (!ended && System.nanoTime() < deadline) {
                if (!isInterrupted && isDue.getAsBoolean()) {
                    interrupt(process, mark);
                    isInterrupted = true;
                    deadline = Math.min(deadline, System.nanoTime() + LONGEST_END.toNanos());
                }
                ended = process.waitFor(Math.min(POLL.toNanos(), deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            }
            if (ENDING.get()) {
                throw interrupted(command.getFirst());
            }
            return new Ended(ended ? process.exitValue() : -1, !ended, isInterrupted, tail(output));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(command.getFirst());
        }
    }

    /// Starts a program with pipes for its standard input and output; standard error is merged into the output.
    /// @param environment its whole environment
    /// @param mark the mark in its environment
    public static Open open(List<String> command, Path folder, Map<String, String> environment, String mark) {
        return open(builder(command, folder, environment, mark), command.getFirst(), mark);
    }

    /// The same with the output in a file.
    static Open open(List<String> command, Path folder, Map<String, String> environment, String mark, Path output) {
        ProcessBuilder builder = builder(command, folder, environment, mark).redirectOutput(output.toFile());
        return open(builder, command.getFirst(), mark);
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

    /// Whether this process is shutting down.
    public static boolean isEnding() {
        return ENDING.get();
    }

    private static HarnessException interrupted(String program) {
        return new HarnessException("interrupted while " + program + " was running");
    }

    /// The last lines of a text, in a readable form.
    static String lastLines(String text, int count) {
        List<String> lines = text.strip().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - count), lines.size()));
    }

    /// A program's output; only the end of a long output.
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
            // The program is ending; the shutdown hook does the same work.
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

    /// A terminal sends the signal to all programs of its foreground. Java has no method for it.
    private static void interrupt(Process process, String mark) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-INT"));
        family(process, mark).forEach(one -> command.add(Long.toString(one.pid())));
        try {
            new ProcessBuilder(command).start().waitFor();
        } catch (IOException e) {
            throw new HarnessException("kill could not be started: " + e.getMessage());
        }
    }

    private static List<ProcessHandle> family(Process process, String mark) {
        return Stream.concat(
                        Stream.concat(Stream.of(process.toHandle()), process.descendants()),
                        ProcessSession.marked(mark))
                .distinct()
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    /// Ends a program and all its children: first by request, then by force.
    private static void stop(Process process, String mark) {
        List<ProcessHandle> family = family(process, mark);
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
