package dev.throughline.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import static org.assertj.core.api.Assertions.assertThat;

/// A command that runs beside a test.
final class CommandBeside {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final StringWriter printed = new StringWriter();
    private final CompletableFuture<Integer> code;

    CommandBeside(String arguments) {
        var out = new PrintWriter(printed);
        code = CompletableFuture.supplyAsync(
                () -> ThroughlineCommandLine.create().setOut(out).setErr(out).execute(arguments.split(" ")));
    }

    /// Waits until it has printed this text.
    void await(String text) {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!text().contains(text)) {
            assertThat(System.nanoTime()).as(text + " in " + text()).isLessThan(until);
            LockSupport.parkNanos(20_000_000);
        }
    }

    /// Its exit code, once it has ended.
    int code() throws Exception {
        return code.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    String text() {
        return printed.toString();
    }
}
