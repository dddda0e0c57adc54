package dev.throughline.cli.output;

import java.util.Map;
import picocli.CommandLine.Option;

/// The option of commands that color their text. A color only repeats what a word says.
public final class ColorOption {
    /// When to color.
    public enum When {
        auto,
        always,
        never
    }

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = "${COMPLETION-CANDIDATES}; auto colors on a terminal, unless NO_COLOR is set"
                    + " (default: ${DEFAULT-VALUE}).")
    private When when = When.auto;

    /// @param isTerminal whether standard output is a terminal
    boolean isOn(Map<String, String> environment, boolean isTerminal) {
        return switch (when) {
            case always -> true;
            case never -> false;
            case auto ->
                isTerminal
                        && environment.getOrDefault("NO_COLOR", "").isEmpty()
                        && !environment.getOrDefault("TERM", "").equals("dumb");
        };
    }

    /// The text as it is, or with its verdicts and statuses colored.
    public String paint(String text) {
        boolean isTerminal = System.console() != null && System.console().isTerminal();
        return isOn(System.getenv(), isTerminal) ? StatusPainter.paint(text) : text;
    }
}
