package dev.throughline.cli.output;

import dev.throughline.harness.ProgressListener;
import java.io.PrintWriter;
import java.time.Duration;

/// Prints progress as plain lines with the seconds since the start.
public final class ProgressLines implements ProgressListener {
    private final PrintWriter out;
    private final long started = System.nanoTime();

    public ProgressLines(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void say(String line) {
        long seconds = Duration.ofNanos(System.nanoTime() - started).toSeconds();
        out.println("[%3d s] %s".formatted(seconds, line));
        out.flush();
    }
}
