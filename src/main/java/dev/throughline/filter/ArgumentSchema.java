package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One argument's definition in a tool's JSON schema: its possible types, and whether a value fits.
/// Follows `$ref` inside the schema, `anyOf`, `oneOf`, `allOf`, `const`, `enum` and lists of types.
final class ArgumentSchema {
    private static final int DEEPEST = 16;
    /// Maximum number of subschemas visited per query; a highly recursive schema is not followed further.
    private static final int MOST = 1_000;

    private enum Type {
        STRING,
        NUMBER,
        BOOLEAN,
        OBJECT,
        ARRAY,
        NULL
    }

    private final JsonNode root;
    private final JsonNode declared;
    private final Set<Type> allowed;
    private int looked;

    private ArgumentSchema(JsonNode root, String argument) {
        this.root = root;
        this.declared = target(root, 0).path("properties").path(argument);
        this.allowed = allowed(declared, 0);
    }

    static ArgumentSchema of(JsonNode toolSchema, String argument) {
        return new ArgumentSchema(toolSchema, argument);
    }

    /// Whether a tool's schema names this argument.
    static boolean declares(JsonNode toolSchema, String argument) {
        return !of(toolSchema, argument).declared.isMissingNode();
    }

    /// Whether a text is a prefix of one of the tool's property names.
    static boolean beginsKey(JsonNode toolSchema, String text) {
        for (var declared : toolSchema.path("properties").properties()) {
            if (declared.getKey().startsWith(text)) {
                return true;
            }
        }
        return false;
    }

    /// Whether every value is a string, so that a value may be passed on as it arrives.
    boolean isString() {
        return allowed.equals(EnumSet.of(Type.STRING));
    }

    /// Whether a text may remain a string.
    boolean allowsString() {
        return allowed.contains(Type.STRING);
    }

    /// Whether the schema does not restrict the argument.
    boolean isOpen() {
        return allowed.size() == Type.values().length;
    }

    /// Whether a value that is not a string fits.
    boolean fits(JsonNode value) {
        looked = 0;
        return !value.isTextual() && fits(declared, value, 0);
    }

    private Set<Type> allowed(JsonNode schema, int depth) {
        Set<Type> types = EnumSet.allOf(Type.class);
        if (depth > DEEPEST || ++looked > MOST) {
            return types;
        }
        if (schema.has("$ref")) {
            types.retainAll(allowed(target(schema, depth), depth + 1));
        }
        if (schema.has("type")) {
            types.retainAll(names(schema.path("type"))
                    .map(ArgumentSchema::ofName)
                    .flatMap(Set::stream)
                    .collect(Collectors.toSet()));
        } else if (schema.has("properties")) {
            types.retainAll(EnumSet.of(Type.OBJECT));
        }
        if (schema.has("const")) {
            types.retainAll(EnumSet.of(typeOf(schema.path("const"))));
        }
        retainAny(types, schema.path("enum"), ArgumentSchema::only);
        retainAny(types, schema.path("anyOf"), branch -> allowed(branch, depth + 1));
        retainAny(types, schema.path("oneOf"), branch -> allowed(branch, depth + 1));
        for (JsonNode part : schema.path("allOf")) {
            types.retainAll(allowed(part, depth + 1));
        }
        return types;
    }

    private static void retainAny(Set<Type> types, JsonNode branches, Function<JsonNode, Set<Type>> allowed) {
        if (!branches.isEmpty()) {
            types.retainAll(
                    branches.valueStream().map(allowed).flatMap(Set::stream).collect(Collectors.toSet()));
        }
    }

    private boolean fits(JsonNode schema, JsonNode value, int depth) {
        if (depth > DEEPEST || ++looked > MOST) {
            return true;
        }
        return (!schema.has("$ref") || fits(target(schema, depth), value, depth + 1))
                && fitsType(schema, value)
                && (!schema.has("const") || isSame(schema.path("const"), value))
                && (schema.path("enum").isEmpty()
                        || schema.path("enum").valueStream().anyMatch(choice -> isSame(choice, value)))
                && fitsAny(schema.path("anyOf"), value, depth)
                && fitsAny(schema.path("oneOf"), value, depth)
                && schema.path("allOf").valueStream().allMatch(part -> fits(part, value, depth + 1));
    }

    private boolean fitsAny(JsonNode branches, JsonNode value, int depth) {
        return branches.isEmpty() || branches.valueStream().anyMatch(branch -> fits(branch, value, depth + 1));
    }

    /// The target of `$ref`; the schema itself if it has none.
    private JsonNode target(JsonNode schema, int depth) {
        JsonNode reference = schema.path("$ref");
        if (!reference.isTextual() || depth > DEEPEST) {
            return schema;
        }
        String pointer = reference.textValue();
        if (pointer.equals("#")) {
            return root;
        }
        return pointer.startsWith("#/") ? target(root.at(pointer.substring(1)), depth + 1) : MissingNode.getInstance();
    }

    private static boolean fitsType(JsonNode schema, JsonNode value) {
        JsonNode type = schema.path("type");
        if (type.isMissingNode()) {
            return !schema.has("properties") || value.isObject();
        }
        return names(type)
                .anyMatch(name -> ofName(name).contains(typeOf(value)) && (!name.equals("integer") || isWhole(value)));
    }

    private static Stream<String> names(JsonNode type) {
        return (type.isArray() ? type.valueStream() : Stream.of(type)).map(JsonNode::asText);
    }

    /// 1 and 1.0 are the same number.
    private static boolean isSame(JsonNode wanted, JsonNode value) {
        if (wanted.isNumber() && value.isNumber()) {
            return wanted.decimalValue().compareTo(value.decimalValue()) == 0;
        }
        return wanted.equals(value);
    }

    private static boolean isWhole(JsonNode value) {
        return value.decimalValue().stripTrailingZeros().scale() <= 0;
    }

    private static Set<Type> ofName(String name) {
        return switch (name) {
            case "string" -> EnumSet.of(Type.STRING);
            case "integer", "number" -> EnumSet.of(Type.NUMBER);
            case "boolean" -> EnumSet.of(Type.BOOLEAN);
            case "object" -> EnumSet.of(Type.OBJECT);
            case "array" -> EnumSet.of(Type.ARRAY);
            case "null" -> EnumSet.of(Type.NULL);
            default -> EnumSet.allOf(Type.class);
        };
    }

    private static Set<Type> only(JsonNode value) {
        return EnumSet.of(typeOf(value));
    }

    private static Type typeOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING, BINARY -> Type.STRING;
            case NUMBER -> Type.NUMBER;
            case BOOLEAN -> Type.BOOLEAN;
            case ARRAY -> Type.ARRAY;
            case OBJECT, POJO -> Type.OBJECT;
            case NULL, MISSING -> Type.NULL;
        };
    }
}
