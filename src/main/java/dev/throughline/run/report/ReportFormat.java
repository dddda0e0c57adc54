package dev.throughline.run.report;

import java.util.List;
import java.util.Optional;

/// A form in which a run's report can be had. Pure: the same report gives the same bytes.
public sealed interface ReportFormat
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

    /// Its name in `format=` and `--format`.
    String label();

    /// Its media type with parameters.
    String mediaType();

    /// What the name of its file ends with, after the dot.
    String extension();

    /// Whether a browser shows it rather than saving it.
    boolean isShown();

    /// The report in this form.
    byte[] write(RunReport report);

    /// All names.
    static List<String> labels() {
        return ALL.stream().map(ReportFormat::label).toList();
    }

    /// The format of a name, in upper or lower case.
    static Optional<ReportFormat> find(String label) {
        return ALL.stream()
                .filter(format -> format.label().equalsIgnoreCase(label))
                .findFirst();
    }
}
