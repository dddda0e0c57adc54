package dev.throughline.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.CheckedNumberJsonFactory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Parses a request body strictly: valid UTF-8, one JSON object, no duplicate keys, nothing after it.
/// Numbers keep their digits. An error names the location: byte offset for UTF-8, line and column for JSON.
public final class StrictJson {
    private static final int MAX_DEPTH = 200;
    private static final int MAX_STRING_UNITS = 64 * 1024 * 1024;
    /// Field names of larger bodies are not cached for the next body: there can be a million of them.
    private static final int MOST_WITH_KNOWN_NAMES = 64 * 1024;

    /// The one mapper for wire JSON.
    public static final JsonMapper MAPPER = strict(bounded());

    private static final JsonMapper LARGE = strict(bounded()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES));

    /// Jackson's parser for UTF-8 bytes, the only one that reports byte offsets, requires canonicalized field names.
    /// Its table of names is discarded after a body with very many of them.
    private static final JsonMapper COUNTING = strict(bounded().disable(JsonFactory.Feature.INTERN_FIELD_NAMES));

    /// Parses output of backends: numbers keep their digits; duplicate keys are allowed.
    public static final JsonMapper LENIENT = JsonMapper.builder(new CheckedNumberJsonFactory(bounded()))
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private StrictJson() {}

    private static JsonMapper strict(JsonFactoryBuilder factory) {
        return JsonMapper.builder(
                        new CheckedNumberJsonFactory(factory.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)))
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build();
    }

    static JsonFactoryBuilder bounded() {
        return new JsonFactoryBuilder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxStringLength(MAX_STRING_UNITS)
                        .build());
    }

    /// The body as an object, or its error.
    public static ObjectNode parse(byte[] body) throws WireException {
        String text = utf8(body);
        if (text.isBlank()) {
            throw WireException.invalid("", "The request body is empty; a JSON object was expected.");
        }
        try {
            JsonNode node = (body.length > MOST_WITH_KNOWN_NAMES ? LARGE : MAPPER).readTree(text);
            if (node instanceof ObjectNode object) {
                return object;
            }
            throw WireException.invalid(
                    "", "The request body is a JSON " + kind(node) + "; a JSON object was expected.");
        } catch (JsonProcessingException e) {
            throw WireException.invalid("", "The request body is not valid JSON: " + place(e));
        }
    }

    /// Reads a body field by field, with the same values as `parse`. Its parsers report byte offsets; their errors are
    /// Jackson's.
    public static ObjectReader fields() {
        return COUNTING.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    private static String kind(JsonNode node) {
        return node.getNodeType().name().toLowerCase(java.util.Locale.ROOT);
    }

    private static String place(JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        String reason = e.getOriginalMessage();
        return at == null ? reason : reason + " at line " + at.getLineNr() + ", column " + at.getColumnNr() + ".";
    }

    private static String utf8(byte[] body) throws WireException {
        var in = ByteBuffer.wrap(body);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(in).toString();
        } catch (CharacterCodingException e) {
            throw WireException.invalid("", "The request body is not valid UTF-8 at byte " + in.position() + ".");
        }
    }

    /// The bytes as a JSON object, if they are one.
    public static Optional<ObjectNode> object(byte[] bytes) {
        try {
            return LENIENT.readTree(bytes) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// One of our own texts as a JSON array; numbers keep their digits.
    /// @throws IllegalStateException for a text that is not one
    public static ArrayNode array(String text) {
        try {
            return (ArrayNode) LENIENT.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a recorded JSON array could not be read", e);
        }
    }

    /// Writes a tree as compact UTF-8 JSON.
    public static byte[] write(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (IOException e) {
            throw new IllegalStateException("a JSON tree could not be written", e);
        }
    }

    /// A copy of an object with one field set, in its existing position if present; everything else is
    /// shared.
    public static ObjectNode with(ObjectNode object, String field, JsonNode value) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        copy.setAll(object);
        copy.set(field, value);
        return copy;
    }

    /// Writes a tree as compact JSON text.
    public static String text(JsonNode node) {
        return new String(write(node), StandardCharsets.UTF_8);
    }
}
