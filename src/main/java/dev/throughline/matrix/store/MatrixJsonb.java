package dev.throughline.matrix.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/// Writes values of the matrix as jsonb and back. They hold names and numbers, and texts that `StoredText` made.
final class MatrixJsonb {
    static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private MatrixJsonb() {}

    static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a " + value.getClass().getSimpleName() + " cannot be written as JSON", e);
        }
    }

    static <T> T read(String stored, TypeReference<T> type) {
        try {
            return MAPPER.readValue(stored, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("JSON in a row of the matrix is no " + type.getType(), e);
        }
    }
}
