package dev.throughline.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// CPU time of processes, user and system, from `/proc`.
final class ProcessCpuTime {
    private static final int TICK_MICROS = 10_000; // USER_HZ is 100 on every Linux that a JDK runs on
    // Places after the process's name: utime, stime and, of children that ended, cutime and cstime.
    private static final int OWN = 11;
    private static final int ENDED_CHILDREN = 13;

    private ProcessCpuTime() {}

    /// The process alone.
    static long micros(long pid) {
        return sum(pid, OWN);
    }

    /// The process with all that it started.
    static long microsOfTree(long pid) {
        long running = ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .mapToLong(process -> sum(process.pid(), OWN))
                .sum();
        return sum(pid, OWN) + sum(pid, ENDED_CHILDREN) + running;
    }

    // The process's name, in parentheses, may hold blanks.
    private static long sum(long pid, int first) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[first]) + Long.parseLong(fields[first + 1])) * TICK_MICROS;
        } catch (NoSuchFileException _) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
