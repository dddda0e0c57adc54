package dev.throughline.run.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.throughline.export.FileKind;

/// The report as one JSON object: the shape of `RunReport`.
public record JsonReport() implements ReportFormat {
    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .build();

    @Override
    public FileKind kind() {
        return FileKind.JSON;
    }

    @Override
    public byte[] write(RunReport report) {
        try {
            return JSON.writeValueAsBytes(report);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the report of run " + report.run() + " could not be written", e);
        }
    }

    /// A part of a report as it stands in its JSON.
    static ObjectNode tree(Object part) {
        return JSON.valueToTree(part);
    }

    static ObjectNode object() {
        return JSON.createObjectNode();
    }
}
