package dev.throughline.cli.check;

import dev.throughline.harness.bisect.BisectReport;
import dev.throughline.verdict.Status;
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
        return text.toString();
    }

    private static String nothing(String client, BisectReport report) {
        for (BisectReport.End end : List.of(report.from(), report.to())) {
            if (end.status() == null) {
                return "%s %s could not be judged: %s%nGive another version by --from or --to.%n"
                        .formatted(client, end.version(), end.reason());
            }
        }
        return "%s %s and %s have the same result for %s: %s. Give versions that differ by --from and --to.%n"
                .formatted(
                        client,
                        report.from().version(),
                        report.to().version(),
                        report.capability(),
                        report.from().status());
    }

    private static void append(StringBuilder text, String client, String capability, BisectReport.Change change) {
        text.append(line(client, change.before(), capability, "is the last that"));
        text.append(
                line(client, change.after(), capability, change.skipped().isEmpty() ? "is the first that" : "already"));
        if (!change.skipped().isEmpty()) {
            text.append("Between the two, these could not be judged:\n");
            change.skipped().forEach((version, reason) -> text.append("  %s: %s%n".formatted(version, reason)));
        }
        Optional.ofNullable(change.compare()).ifPresent(url -> text.append(url).append('\n'));
        text.append('\n');
    }

    private static String line(String client, BisectReport.Side side, String capability, String link) {
        String day = Optional.ofNullable(side.published())
                .map(moment -> " (published " + moment.substring(0, 10) + ")")
                .orElse("");
        return "%s %s%s %s %s %s.%n".formatted(client, side.version(), day, link, verb(side.status()), capability);
    }

    private static String verb(Status status) {
        return switch (status) {
            case PRESERVED -> "preserves";
            case PARTIAL -> "preserves only part of";
            default -> "loses";
        };
    }
}
