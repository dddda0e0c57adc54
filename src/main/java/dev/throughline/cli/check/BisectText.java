package dev.throughline.cli.check;

import dev.throughline.harness.bisect.BisectReport;
import java.util.List;
import java.util.Optional;

/// A bisection's result for people.
final class BisectText {
    private BisectText() {}

    static String of(BisectReport report) {
        var text = new StringBuilder();
        String client = report.client()
                + Optional.ofNullable(report.variant()).map(" (%s)"::formatted).orElse("");
        if (report.changes().isEmpty()) {
            text.append(nothing(client, report));
        }
        report.changes().forEach(change -> append(text, client, report.capability(), change));
        text.append(report.checks()).append(" of ").append(report.between() + 2).append(" versions checked.\n");
        List<BisectReport.NotJudged> elsewhere = report.notJudged().stream()
                .filter(one -> report.changes().stream()
                        .noneMatch(change -> change.skipped().containsKey(one.version())))
                .toList();
        if (!elsewhere.isEmpty()) {
            text.append("Stepped around, without a result:\n");
            elsewhere.forEach(one -> text.append("  %s: %s%n".formatted(one.version(), one.reason())));
        }
        return text.toString();
    }

    private static String nothing(String client, BisectReport report) {
        for (BisectReport.End end : List.of(report.from(), report.to())) {
            if (end.status() == null) {
                return "%s %s could not be judged: %s%nGive another version by --from or --to.%n"
                        .formatted(client, end.version(), end.reason());
            }
        }
        return ("%s %s and %s have the same result for %s: %s. Give versions that differ by --from and --to, or measure"
                        + " each between them by radar --every.%n")
                .formatted(
                        client,
                        report.from().version(),
                        report.to().version(),
                        report.capability(),
                        report.from().status());
    }

    private static void append(StringBuilder text, String client, String capability, BisectReport.Change change) {
        String before = verb(change.before()).formatted(capability);
        String after = verb(change.after()).formatted(capability);
        if (change.skipped().isEmpty()) {
            text.append("%s is the last that %s.%n".formatted(side(client, change.before()), before));
            text.append("%s is the first that %s.%n".formatted(side(client, change.after()), after));
        } else {
            text.append("%s %s.%n".formatted(side(client, change.before()), before));
            text.append("%s %s.%n".formatted(side(client, change.after()), after));
            text.append("It changed between the two, exactly where cannot be decided,"
                    + " because these gave no result:\n");
            change.skipped().forEach((version, reason) -> text.append("  %s: %s%n".formatted(version, reason)));
        }
        Optional.ofNullable(change.compare()).ifPresent(url -> text.append(url).append('\n'));
        text.append('\n');
    }

    private static String side(String client, BisectReport.Side side) {
        String day = Optional.ofNullable(side.published())
                .map(moment -> " (published " + moment.substring(0, 10) + ")")
                .orElse("");
        return client + " " + side.version() + day;
    }

    private static String verb(BisectReport.Side side) {
        return switch (side.status()) {
            case PRESERVED -> "preserves %s";
            case PARTIAL -> "preserves only part of %s";
            default -> lost(String.valueOf(side.loss()));
        };
    }

    private static String lost(String loss) {
        return switch (loss) {
            case "MOVED" -> "moves %s elsewhere";
            case "HISTORY_REFUSED" -> "refuses a history with %s";
            case "CALL_HISTORY_REFUSED" -> "answers no history with a tool call, and so loses %s";
            default -> "loses %s";
        };
    }
}
