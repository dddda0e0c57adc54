package dev.throughline.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// What a process holds, as Linux says it.
/// @param residentMebibytes its memory, RSS
/// @param handles its open files and sockets
/// @param threads its platform threads
record Vitals(long residentMebibytes, long handles, long threads) {
    static Vitals of(long pid) throws IOException {
        Path process = Path.of("/proc", Long.toString(pid));
        return new Vitals(
                number(process, "VmRSS:") / 1024, entries(process.resolve("fd")), number(process, "Threads:"));
    }

    private static long entries(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.count();
        }
    }

    private static long number(Path process, String field) throws IOException {
        try (Stream<String> lines = Files.lines(process.resolve("status"))) {
            return lines.filter(line -> line.startsWith(field))
                    .map(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
