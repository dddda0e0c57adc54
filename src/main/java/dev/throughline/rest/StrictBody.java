package dev.throughline.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.throughline.rest.InputModule.InvalidValueException;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import java.util.List;
import java.util.stream.Collectors;

/// Parses a request body strictly: one JSON object, no unknown fields, no type conversion. A problem names
/// the location.
final class StrictBody {
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual,
                    config -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .addModule(new InputModule())
            .build();

    private StrictBody() {}

    /// @param body the request body; an empty one is not a JSON object
    /// @param type a record; its constraints are not checked
    static <T> T read(byte[] body, Class<T> type) {
        ObjectNode tree = parse(body);
        try {
            return STRICT.treeToValue(tree, type);
        } catch (JsonMappingException e) {
            throw wrong(tree, e);
        } catch (JsonProcessingException e) {
            throw Problem.of(ProblemType.MALFORMED_JSON, e.getOriginalMessage()).exception();
        }
    }

    private static ObjectNode parse(byte[] body) {
        try {
            return StrictJson.parse(body);
        } catch (WireException e) {
            throw Problem.of(ProblemType.MALFORMED_JSON, String.valueOf(e.getMessage()))
                    .exception();
        }
    }

    private static ProblemException wrong(ObjectNode tree, JsonMappingException e) {
        String pointer = pointer(e);
        if (e instanceof UnrecognizedPropertyException unknown) {
            List<String> known = unknown.getKnownPropertyIds().stream()
                    .map(Object::toString)
                    .sorted()
                    .toList();
            return Problem.inField(pointer, "there is no such field; known are " + String.join(", ", known) + ".")
                    .allowing(known)
                    .exception();
        }
        if (e instanceof InvalidValueException invalid) {
            Problem problem = Problem.inField(pointer, invalid.getOriginalMessage());
            return (invalid.allowed().isEmpty() ? problem : problem.allowing(invalid.allowed())).exception();
        }
        return Problem.inField(pointer, expected(e) + " was expected, found " + found(tree.at(pointer)) + ".")
                .exception();
    }

    private static String pointer(JsonMappingException e) {
        return e.getPath().stream()
                .map(step -> step.getFieldName() == null
                        ? Integer.toString(step.getIndex())
                        : step.getFieldName().replace("~", "~0").replace("/", "~1"))
                .map(step -> "/" + step)
                .collect(Collectors.joining());
    }

    private static String expected(JsonMappingException e) {
        return e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null
                ? kind(STRICT.constructType(mismatch.getTargetType()))
                : "a whole number in range";
    }

    private static String kind(JavaType type) {
        if (type.isCollectionLikeType()) {
            return "an array";
        }
        return switch (type.getRawClass().getSimpleName()) {
            case "String" -> "a string";
            case "Boolean" -> "true or false";
            case "Integer", "Long", "int", "long" -> "a whole number";
            default -> "an object";
        };
    }

    private static String found(JsonNode node) {
        return switch (node.getNodeType()) {
            case ARRAY -> "an array";
            case OBJECT, POJO -> "an object";
            case STRING, BINARY -> "a string";
            case BOOLEAN, NUMBER -> node.toString();
            case NULL, MISSING -> "null";
        };
    }
}
