package dev.throughline.run.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
        try {
            return Json.RECORDS.writeValueAsBytes(report);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the report of run " + report.run() + " could not be written", e);
        }
    }

    /// A part of a report as its JSON has it.
    static ObjectNode tree(Object part) {
        return Json.RECORDS.valueToTree(part);
    }

    static ObjectNode object() {
        return Json.RECORDS.createObjectNode();
    }
}
