package dev.throughline.matrix.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.throughline.text.Json;

/// Converts values of the matrix to and from jsonb. They contain names and numbers, and texts made by
/// `StoredText`.
final class MatrixJsonb {

    private MatrixJsonb() {}

    static String write(Object value) {
        try {
            return Json.RECORDS.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a " + value.getClass().getSimpleName() + " cannot be written as JSON", e);
        }
    }

    static <T> T read(String stored, TypeReference<T> type) {
        try {
            return Json.RECORDS.readValue(stored, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("JSON in a row of the matrix is no " + type.getType(), e);
        }
    }
}
