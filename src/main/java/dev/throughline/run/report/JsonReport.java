package dev.throughline.run.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.throughline.export.FileKind;
import dev.throughline.text.Json;

/// The report as one JSON object: the shape of `RunReport`.
public record JsonReport() implements ReportFormat {
    @Override
    public FileKind kind() {
        return FileKind.JSON;
    }

    @Override
    public byte[] write(RunReport report) {
        return bytes(report, report.run());
    }

    /// @param shape a report, or one with more fields
    static byte[] bytes(Object shape, String run) {
        try {
            return Json.RECORDS.writeValueAsBytes(shape);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the report of run " + run + " could not be written", e);
        }
    }
}
