package dev.throughline.cli.output;

import java.util.Map;
import java.util.regex.Pattern;
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

    /// Colors verdicts, statuses and answers in a text for terminals. Source: ECMA-48, 8.3.117 (SGR).
    static final class StatusPainter {
        private static final String GREEN = "32";
        private static final String YELLOW = "33";
        private static final String RED = "31";

        private static final Map<String, String> COLORS = Map.ofEntries(
                Map.entry("PASS", GREEN),
                Map.entry("PRESERVED", GREEN),
                Map.entry("YES", GREEN),
                Map.entry("BETTER", GREEN),
                Map.entry("PARTIAL", YELLOW),
                Map.entry("INCONCLUSIVE", YELLOW),
                Map.entry("UNKNOWN", YELLOW),
                Map.entry("FAIL", RED),
                Map.entry("BROKEN", RED),
                Map.entry("NO", RED),
                Map.entry("WORSE", RED));

        private static final Pattern WORD =
                Pattern.compile("(?<![\\w-])(" + String.join("|", COLORS.keySet()) + ")(?![\\w-])");

        private StatusPainter() {}

        static String paint(String text) {
            return WORD.matcher(text)
                    .replaceAll(found -> "\u001b[" + COLORS.get(found.group()) + "m" + found.group() + "\u001b[0m");
        }
    }
}
