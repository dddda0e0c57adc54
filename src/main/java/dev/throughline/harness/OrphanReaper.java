package dev.throughline.harness;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/// Ends the programs started by this process after it has ended, even by a signal that cannot be caught (Linux).
///
/// A shell waits for the end of its standard input, a pipe that only this process holds, and then ends
/// every process whose environment names this process; twice, to include processes forked in the meantime.
final class OrphanReaper {
    /// The variable that names the process to which a program belongs.
    static final String MARK = "THROUGHLINE_CHECKED_BY";
    /// This process.
    static final String NAME = UUID.randomUUID().toString();

    private static final String SCRIPT = """
            cat >/dev/null
            for pass in 1 2; do
              for process in /proc/[0-9]*; do
                if grep -qzxF -- "$1" "$process/environ" 2>/dev/null; then kill -9 "${process#/proc/}" 2>/dev/null; fi
              done
              sleep 1
            done
            """;

    private OrphanReaper() {}

    /// Starts watching; further calls have no effect.
    static void watch() {
        Watch.STARTED.run();
    }

    private static final class Watch {
        static final Runnable STARTED = start();

        private static Runnable start() {
            if (Files.isDirectory(Path.of("/proc/self"))) {
                List<String> command =
                        ProcessSession.wrap(List.of("/bin/sh", "-c", SCRIPT, "throughline-orphans", MARK + "=" + NAME));
                try {
                    Process watch = new ProcessBuilder(command)
                            .redirectOutput(Redirect.DISCARD)
                            .redirectError(Redirect.DISCARD)
                            .start();
                    // A process that ends normally has ended its programs.
                    Runtime.getRuntime().addShutdownHook(new Thread(watch::destroyForcibly));
                } catch (IOException | IllegalStateException e) {
                    // Without a shell, or during shutdown: programs are only ended normally.
                }
            }
            return () -> {};
        }
    }
}
