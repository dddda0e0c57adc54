package dev.throughline.harness;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Summarizes an npm error in one line: without its prefixes, repetitions, advice and names of log files.
final class NpmErrorSummary {
    private static final Pattern PREFIX =
            Pattern.compile("^(npm (error|ERR!|warn|WARN) ?)+(code \\S+$|notarget |404 )?");
    private static final Pattern UNREACHABLE =
            Pattern.compile("\\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT"
                    + "|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH)\\b");
    private static final List<String> CHATTER = List.of(
            "A complete log of this run",
            "In most cases",
            "Note that you can also install",
            "This is a problem",
            "path /",
            "command ");
    private static final int SHOWN_LINES = 4;

    private NpmErrorSummary() {}

    /// Whether npm got no answer at all.
    static boolean isUnreachable(String output) {
        return UNREACHABLE.matcher(output).find();
    }

    static String of(String output) {
        String reason = output.lines()
                .map(line -> PREFIX.matcher(line.strip()).replaceFirst("").strip())
                .filter(Predicate.not(String::isEmpty))
                .filter(line -> CHATTER.stream().noneMatch(line::startsWith))
                .distinct()
                .limit(SHOWN_LINES)
                .collect(Collectors.joining(" | "));
        return reason.isEmpty() ? "npm printed nothing" : reason;
    }
}
