package dev.throughline.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/// Runs commands inside of a test.
public final class CommandRunner {
    private CommandRunner() {}

    /// @param text what was printed, on standard output and error
    public record Outcome(int code, String text) {}

    /// @param arguments with spaces between them
    public static Outcome run(String arguments) {
        var printed = new StringWriter();
        var writer = new PrintWriter(printed);
        int code = ThroughlineCommandLine.create().setOut(writer).setErr(writer).execute(arguments.split(" "));
        writer.flush();
        return new Outcome(code, printed.toString());
    }
}
