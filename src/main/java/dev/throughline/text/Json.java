package dev.throughline.text;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/// The mappers for JSON that is no wire JSON; that of requests and answers has `wire.StrictJson`, with its bounds.
public final class Json {
    /// Trees, as Jackson reads and writes them.
    public static final JsonMapper TREES = new JsonMapper();

    /// The JSON that a model wrote: one value and nothing behind it; numbers keep their digits.
    public static final JsonMapper EXACT = JsonMapper.builder(new CheckedNumberJsonFactory(new JsonFactoryBuilder()))
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    /// Records of ours, with times as ISO 8601 texts. Fields that a later version added are left out when read.
    public static final JsonMapper RECORDS = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /// Files that people write: an unknown field, or anything behind the value, is an error.
    public static final JsonMapper STRICT = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    /// Parses a JSON text that is a part of the program.
    ///
    /// @throws IllegalStateException if it is not JSON
    public static JsonNode constant(String text) {
        try {
            return TREES.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a bundled resource is not JSON", e);
        }
    }
}
