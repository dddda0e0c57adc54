package dev.throughline.cli.output;

import java.util.Map;
import java.util.regex.Pattern;

/// Colors verdicts, statuses and answers in a text for terminals. Source: ECMA-48, 8.3.117 (SGR).
final class StatusPainter {
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
