package dev.throughline.run.report;

import dev.throughline.export.FileFormat;
import java.util.List;
import java.util.Optional;

/// An output format of a run's report. Pure: the same report yields the same bytes.
public sealed interface ReportFormat extends FileFormat
        permits JsonReport, TextReport, JUnitReport, SarifReport, HtmlReport {
    /// All formats; the first is the default, the first of a main type matches a wildcard subtype.
    List<ReportFormat> ALL = List.of(
            new JsonReport(), new TextReport(false), new JUnitReport(), new SarifReport(), new HtmlReport(false));

    byte[] write(RunReport report);

    /// The format for a reader whom the service shows its pages: only HTML has links.
    default ReportFormat linked() {
        return this instanceof HtmlReport ? new HtmlReport(true) : this;
    }

    /// The names of all formats.
    static List<String> labels() {
        return FileFormat.labels(ALL);
    }

    /// The format with a name, ignoring case.
    static Optional<ReportFormat> find(String label) {
        return FileFormat.find(ALL, label);
    }
}
