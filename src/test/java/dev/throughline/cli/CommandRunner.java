package dev.throughline.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/// Runs commands inside of a test.
public final class CommandRunner {
    private CommandRunner() {}

    /// @param text what was printed, on standard output and error
    public record Outcome(int code, String text) {}

    /// @param arguments with spaces between them
    public static Outcome run(String arguments) {
        return run(List.of(arguments.split(" ")));
    }

    /// @param arguments each as it is
    public static Outcome run(List<String> arguments) {
        var printed = new StringWriter();
        var writer = new PrintWriter(printed);
        int code =
                ThroughlineCommandLine.create().setOut(writer).setErr(writer).execute(arguments.toArray(String[]::new));
        writer.flush();
        return new Outcome(code, printed.toString());
    }
}
