package dev.throughline.run.report;

import dev.throughline.export.FileFormat;
import java.util.List;
import java.util.Optional;

/// A form in which a run's report can be had. Pure: the same report gives the same bytes.
public sealed interface ReportFormat extends FileFormat
        permits JsonReport, TextReport, JsonLinesReport, JUnitReport, SarifReport, CsvReport, HtmlReport {

    /// All of them; the first one is for those who do not choose, the first of a main type for those who accept any of
    /// it.
    List<ReportFormat> ALL = List.of(
            new JsonReport(),
            new TextReport(false),
            new JsonLinesReport(),
            new JUnitReport(),
            new SarifReport(),
            new CsvReport(),
            new HtmlReport());

    /// The report in this form.
    byte[] write(RunReport report);

    /// All names.
    static List<String> labels() {
        return FileFormat.labels(ALL);
    }

    /// The format of a name, in upper or lower case.
    static Optional<ReportFormat> find(String label) {
        return FileFormat.find(ALL, label);
    }
}
