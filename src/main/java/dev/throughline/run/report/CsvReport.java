package dev.throughline.run.report;

import dev.throughline.export.CsvTable;
import dev.throughline.export.FileKind;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The items of a report as a table with a row per item.
public record CsvReport() implements ReportFormat {
    private static final List<String> HEADER = List.of(
            "run",
            "client",
            "version",
            "variant",
            "packages",
            "dialect",
            "model",
            "category",
            "token",
            "turn",
            "exchange",
            "ordinal",
            "scope",
            "due",
            "outcome",
            "observed_in",
            "last_seen_in",
            "path",
            "reason",
            "changes");

    @Override
    public FileKind kind() {
        return FileKind.CSV;
    }

    @Override
    public byte[] write(RunReport report) {
        var table = new CsvTable(HEADER);
        report.items().forEach(item -> table.row(row(report, item)));
        return table.bytes();
    }

    private static List<String> row(RunReport report, ReportedItem item) {
        Optional<ReportedClient> client = Optional.ofNullable(report.client());
        return List.of(
                report.run(),
                client.map(ReportedClient::name).orElse(""),
                client.map(ReportedClient::version).orElse(""),
                client.map(ReportedClient::variant).orElse(""),
                client.map(ReportedClient::packages)
                        .map(packages -> String.join(" ", packages))
                        .orElse(""),
                client.map(ReportedClient::dialect).orElse(""),
                client.map(ReportedClient::model).orElse(""),
                item.category().name(),
                item.token(),
                Integer.toString(item.turn()),
                Integer.toString(item.exchange()),
                Integer.toString(item.ordinal()),
                item.scope().name(),
                item.due().name(),
                item.outcome().name(),
                Integer.toString(item.observedIn()),
                cell(item.lastSeenIn()),
                cell(item.path()),
                cell(item.reason()),
                ReportWording.outcomes(item));
    }

    private static String cell(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }
}
