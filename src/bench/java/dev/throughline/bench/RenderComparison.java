package dev.throughline.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.ChatTemplate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// The CPU of a warm rendering beside that of Python's jinja2, for conversations of more and more messages.
final class RenderComparison {
    private static final int[] STEPS = {24, 124, 249, 499, 999};
    private static final int TRIES = 40;
    private static final long NANOS = 1_000_000;

    private RenderComparison() {}

    /// @param script prints the milliseconds of jinja2 and the length of the prompt for a file
    static void print(PrintStream out, String script, String version) throws IOException, InterruptedException {
        out.printf("%-8s %9s %12s %12s %7s%n", version, "messages", "ours ms", "jinja2 ms", "ratio");
        for (int steps : STEPS) {
            ObjectNode context = RenderBench.toolLoop(steps);
            ChatTemplate template = RenderBench.template(version);
            double ours = milliseconds(template, context);
            Path file = Files.createTempFile("render", ".json");
            ObjectNode written = new JsonMapper().createObjectNode().put("template", template.source());
            written.set("context", context);
            Files.writeString(file, written.toString());
            String[] theirs = jinja(script, file).split(" ");
            Files.delete(file);
            int length = template.render(context, RenderBench.NOON).text().length();
            if (Integer.parseInt(theirs[1]) != length) {
                throw new IllegalStateException("jinja2 wrote " + theirs[1] + " characters, we " + length);
            }
            double jinja = Double.parseDouble(theirs[0]);
            out.printf("%-8s %9d %12.3f %12.3f %7.2f%n", "", 2 + 2 * steps, ours, jinja, ours / jinja);
        }
    }

    private static String jinja(String script, Path file) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("python3", script, file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader()) {
            String line = lines.readLine();
            if (process.waitFor() != 0 || line == null) {
                throw new UncheckedIOException(new IOException("python3 with jinja2 was expected"));
            }
            return line;
        }
    }

    /// The median after as many renderings to warm up.
    private static double milliseconds(ChatTemplate template, ObjectNode context) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long[] times = new long[TRIES * 2];
        for (int count = 0; count < times.length; count++) {
            long begun = threads.getCurrentThreadCpuTime();
            template.render(context, RenderBench.NOON);
            times[count] = threads.getCurrentThreadCpuTime() - begun;
        }
        long[] warm = Arrays.copyOfRange(times, TRIES, times.length);
        Arrays.sort(warm);
        return (double) warm[TRIES / 2] / NANOS;
    }
}
