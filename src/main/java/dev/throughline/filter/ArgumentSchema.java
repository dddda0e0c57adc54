package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;

/// What a tool's JSON schema says of one argument, with `$ref` followed and unions flattened into branches.
final class ArgumentSchema {
    private static final int DEEPEST = 16;

    private final JsonNode root;
    private final List<JsonNode> branches = new ArrayList<>();

    private ArgumentSchema(JsonNode root) {
        this.root = root;
    }

    static ArgumentSchema of(JsonNode toolSchema, String argument) {
        var schema = new ArgumentSchema(toolSchema);
        JsonNode declared = schema.resolve(toolSchema, 0).path("properties").path(argument);
        schema.collect(declared, 0);
        return schema;
    }

    /// Whether every value is a string, so that a value may be passed on as it arrives.
    boolean isString() {
        return !branches.isEmpty() && branches.stream().allMatch(ArgumentSchema::isStringBranch);
    }

    /// Whether nothing is said about the argument.
    boolean isOpen() {
        return branches.isEmpty() || branches.stream().allMatch(branch -> !saysAnything(branch));
    }

    /// Whether a value fits a branch that is not for strings.
    boolean fits(JsonNode value) {
        return branches.stream().anyMatch(branch -> !isStringBranch(branch) && fits(branch, value));
    }

    private void collect(JsonNode schema, int depth) {
        JsonNode resolved = resolve(schema, depth);
        if (resolved.isMissingNode() || depth > DEEPEST) {
            return;
        }
        boolean isUnion = false;
        for (String union : List.of("anyOf", "oneOf", "allOf")) {
            for (JsonNode branch : resolved.path(union)) {
                isUnion = true;
                collect(branch, depth + 1);
            }
        }
        if (!isUnion) {
            branches.add(resolved);
        }
    }

    private JsonNode resolve(JsonNode schema, int depth) {
        JsonNode reference = schema.path("$ref");
        if (!reference.isTextual() || depth > DEEPEST) {
            return schema;
        }
        String pointer = reference.textValue();
        return pointer.startsWith("#/") ? resolve(root.at(pointer.substring(1)), depth + 1) : MissingNode.getInstance();
    }

    private static boolean saysAnything(JsonNode branch) {
        return branch.has("type") || branch.has("enum") || branch.has("const") || branch.has("properties");
    }

    private static boolean isStringBranch(JsonNode branch) {
        if (branch.path("const").isTextual()) {
            return true;
        }
        if (branch.path("enum").size() > 0) {
            for (JsonNode value : branch.path("enum")) {
                if (!value.isTextual()) {
                    return false;
                }
            }
            return true;
        }
        JsonNode type = branch.path("type");
        return type.asText().equals("string")
                || type.size() == 1 && type.get(0).asText().equals("string");
    }

    private static boolean fits(JsonNode branch, JsonNode value) {
        if (branch.has("const")) {
            return branch.path("const").equals(value);
        }
        if (branch.path("enum").size() > 0) {
            for (JsonNode allowed : branch.path("enum")) {
                if (allowed.equals(value)) {
                    return true;
                }
            }
            return false;
        }
        JsonNode type = branch.path("type");
        if (type.isArray()) {
            for (JsonNode one : type) {
                if (!one.asText().equals("string") && isOfType(one.asText(), value)) {
                    return true;
                }
            }
            return false;
        }
        return isOfType(type.asText(branch.has("properties") ? "object" : ""), value);
    }

    private static boolean isOfType(String type, JsonNode value) {
        return switch (type) {
            case "integer" -> value.isIntegralNumber() || value.isNumber() && isWhole(value);
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "null" -> value.isNull();
            case "string" -> value.isTextual();
            default -> !value.isTextual();
        };
    }

    private static boolean isWhole(JsonNode value) {
        return value.decimalValue().stripTrailingZeros().scale() <= 0;
    }
}
