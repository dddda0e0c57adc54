package dev.throughline.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.util.Collection;

/// Converts values to and from jsonb. Strings inside are kept without loss, by the same escape as in
/// `StoredText`. An empty `Optional` is omitted. Fields added by a later version are ignored by an earlier one.
public final class StoredJson {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS, SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .defaultPropertyInclusion(JsonInclude.Value.construct(Include.NON_ABSENT, Include.ALWAYS))
            .build();
    private static final ClassValue<ObjectReader> READERS = new ClassValue<>() {
        @Override
        protected ObjectReader computeValue(Class<?> type) {
            return MAPPER.readerFor(type);
        }
    };
    private static final String ESCAPE = "\\u0010";
    private static final int UNICODE_ESCAPE = 6;

    private StoredJson() {}

    public static String write(Object value) {
        if (value instanceof Collection<?> values && values.isEmpty()) {
            return "[]";
        }
        try {
            return encode(MAPPER.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a " + value.getClass().getSimpleName() + " cannot be written as JSON", e);
        }
    }

    public static <T> T read(String stored, Class<T> type) {
        try {
            return READERS.get(type).readValue(decode(stored));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("stored JSON is no " + type.getSimpleName(), e);
        }
    }

    // In JSON text U+0000 and U+0010 are always written as six-character escapes; surrogates are written
    // directly.
    static String encode(String json) {
        StringBuilder stored = new StringBuilder(json.length() + 16);
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c == '\\') {
                i = encodeEscape(json, i, stored);
            } else if (StoredText.needsEscape(json, i)) {
                StoredText.appendDigits(stored.append(ESCAPE), c);
            } else {
                stored.append(c);
            }
        }
        return stored.toString();
    }

    private static int encodeEscape(String json, int at, StringBuilder stored) {
        if (json.charAt(at + 1) != 'u') {
            stored.append(json, at, at + 2);
            return at + 1;
        }
        int end = at + UNICODE_ESCAPE;
        char c = (char) Integer.parseInt(json, at + 2, end, 16);
        if (c == 0 || c == StoredText.ESCAPE) {
            StoredText.appendDigits(stored.append(ESCAPE), c);
        } else {
            stored.append(json, at, end);
        }
        return end - 1;
    }

    static String decode(String stored) {
        int escape = stored.indexOf(ESCAPE);
        if (escape < 0) {
            return stored;
        }
        StringBuilder json = new StringBuilder(stored.length());
        int i = 0;
        while (i < stored.length()) {
            if (stored.startsWith(ESCAPE, i)) {
                json.append("\\u").append(stored, i + UNICODE_ESCAPE, i + UNICODE_ESCAPE + 4);
                i += UNICODE_ESCAPE + 4;
            } else {
                int length = stored.charAt(i) == '\\' ? 2 : 1;
                json.append(stored, i, i + length);
                i += length;
            }
        }
        return json.toString();
    }
}
