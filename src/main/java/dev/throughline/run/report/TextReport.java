package dev.throughline.run.report;

import dev.throughline.export.FileKind;
import java.nio.charset.StandardCharsets;

/// The compliance report for people.
/// @param isColored whether the output is a terminal that supports colors
public record TextReport(boolean isColored) implements ReportFormat {
    @Override
    public FileKind kind() {
        return FileKind.TEXT;
    }

    @Override
    public byte[] write(RunReport report) {
        return ComplianceReportWriter.of(report, isColored).getBytes(StandardCharsets.UTF_8);
    }
}
