package dev.throughline.matrix.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/// Shapes of the matrix as JSON.
public final class MatrixJsonWriter {
    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .build();

    private MatrixJsonWriter() {}

    /// A shape in UTF-8.
    public static byte[] bytes(Object shape) {
        try {
            return JSON.writeValueAsBytes(shape);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a " + shape.getClass().getSimpleName() + " could not be written", e);
        }
    }

    static ObjectNode tree(Object shape) {
        return JSON.valueToTree(shape);
    }

    static ObjectNode object() {
        return JSON.createObjectNode();
    }
}
