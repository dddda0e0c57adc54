package dev.throughline.matrix.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.throughline.text.Json;
import java.util.function.Function;

/// Converts values of the matrix to and from jsonb. They contain names and numbers, and texts made by `StoredText`.
final class MatrixJsonb {
    private MatrixJsonb() {}

    static String write(Object value) {
        try {
            return Json.RECORDS.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a " + value.getClass().getSimpleName() + " cannot be written as JSON", e);
        }
    }

    /// Reads values of one type; looking the type up for each value would cost more than a short value itself.
    static <T> Function<String, T> reader(TypeReference<T> type) {
        ObjectReader reader = Json.RECORDS.readerFor(type);
        return stored -> {
            try {
                return reader.readValue(stored);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("JSON in a row of the matrix is no " + type.getType(), e);
            }
        };
    }
}
