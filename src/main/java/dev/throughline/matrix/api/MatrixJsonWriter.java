package dev.throughline.matrix.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;

/// Shapes of the matrix as Json.RECORDS.
public final class MatrixJsonWriter {
    private MatrixJsonWriter() {}

    /// A shape as UTF-8 JSON.
    public static byte[] bytes(Object shape) {
        try {
            return Json.RECORDS.writeValueAsBytes(shape);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a " + shape.getClass().getSimpleName() + " could not be written", e);
        }
    }

    static ObjectNode tree(Object shape) {
        return Json.RECORDS.valueToTree(shape);
    }

    static ObjectNode object() {
        return Json.RECORDS.createObjectNode();
    }
}
