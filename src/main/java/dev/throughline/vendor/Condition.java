package dev.throughline.vendor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// A condition of the rule book about a node of a request.
sealed interface Condition {
    /// The facts that hold for any request.
    Condition ALWAYS = new All(List.of());

    /// Whether it holds.
    /// @param node the request's body, or an element of it
    boolean holds(JsonNode node, Context context);

    /// The facts that conditions may use besides the node.
    /// @param tests the profile's named conditions, over the body
    record Context(VendorRequest request, Map<String, Condition> tests) {}

    record All(List<Condition> conditions) implements Condition {
        @Override
        public boolean holds(JsonNode node, Context context) {
            return conditions.stream().allMatch(condition -> condition.holds(node, context));
        }
    }

    record AnyOf(List<Condition> conditions) implements Condition {
        @Override
        public boolean holds(JsonNode node, Context context) {
            return conditions.stream().anyMatch(condition -> condition.holds(node, context));
        }
    }

    record Not(Condition condition) implements Condition {
        @Override
        public boolean holds(JsonNode node, Context context) {
            return !condition.holds(node, context);
        }
    }

    /// A condition that the profile names, such as `thinks`.
    record Named(String name) implements Condition {
        @Override
        public boolean holds(JsonNode node, Context context) {
            return context.tests()
                    .getOrDefault(name, new AnyOf(List.of()))
                    .holds(context.request().body(), context);
        }
    }

    /// A beta that the request's headers name; dates after its name do not matter.
    record Beta(String name) implements Condition {
        @Override
        public boolean holds(JsonNode node, Context context) {
            return context.request().betas().stream().anyMatch(beta -> beta.startsWith(name));
        }
    }

    /// A fact about the account or the model that no request shows.
    record Fact(String name) implements Condition {
        @Override
        public boolean holds(JsonNode node, Context context) {
            return context.request().facts().contains(name);
        }
    }

    /// A comparison of the values at a path; of a negative one (`present: false`, `lacks`) all of them.
    record Value(JsonPlaces path, String operator, JsonNode operand, Pattern pattern) implements Condition {
        private static final Pattern NONE = Pattern.compile("");
        private static final ObjectReader READER = JsonMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build()
                .reader();

        @Override
        public boolean holds(JsonNode node, Context context) {
            List<JsonPlaces.Place> found = path.in(node, "");
            return switch (operator) {
                case "present" -> found.isEmpty() != operand.asBoolean();
                case "lacks" -> found.stream().noneMatch(place -> isAmong(place.value()));
                case "filled" -> operand.asBoolean() == found.stream().anyMatch(place -> isFilled(place.value()));
                case "reaches" -> found.stream().anyMatch(place -> reaches(place.value(), context));
                default -> found.stream().anyMatch(place -> is(place.value()));
            };
        }

        private boolean is(JsonNode value) {
            return switch (operator) {
                case "in" -> isAmong(value);
                case "notIn" -> !isAmong(value);
                case "like" ->
                    value.isTextual() && pattern.matcher(value.textValue()).find();
                case "unlike" ->
                    value.isTextual() && !pattern.matcher(value.textValue()).find();
                case "longer" -> (value.isTextual() ? value.textValue().length() : value.size()) > operand.asInt();
                case "json" -> value.isTextual() && isJson(value.textValue()) == operand.asBoolean();
                case "above" -> value.isNumber() && value.decimalValue().compareTo(operand.decimalValue()) > 0;
                case "below" -> value.isNumber() && value.decimalValue().compareTo(operand.decimalValue()) < 0;
                case "blank" -> value.isTextual() && value.textValue().isEmpty() == operand.asBoolean();
                default -> throw new IllegalStateException("operator " + operator);
            };
        }

        /// Whether a number is at least that of another field of the request.
        private boolean reaches(JsonNode value, Context context) {
            JsonNode limit = context.request().body().path(operand.asText());
            return value.isNumber() && limit.isNumber() && value.decimalValue().compareTo(limit.decimalValue()) >= 0;
        }

        private static boolean isJson(String text) {
            try {
                return !READER.readTree(text).isMissingNode();
            } catch (JsonProcessingException _) {
                return false;
            }
        }

        private boolean isAmong(JsonNode value) {
            return Condition.isAmong(value, operand);
        }

        private static boolean isFilled(JsonNode value) {
            return value.isTextual() ? !value.textValue().isEmpty() : !value.isContainerNode() || !value.isEmpty();
        }
    }

    /// Whether a list of the rule book has a value; numbers are compared by value.
    static boolean isAmong(JsonNode value, JsonNode list) {
        for (JsonNode one : list) {
            boolean isSame =
                    one.isNumber() && value.isNumber() ? number(one).compareTo(number(value)) == 0 : one.equals(value);
            if (isSame) {
                return true;
            }
        }
        return false;
    }

    private static BigDecimal number(JsonNode value) {
        return new BigDecimal(value.asText());
    }

    /// Reads a condition; an absent one always holds.
    /// @throws IllegalArgumentException if it is of no known form
    static Condition of(JsonNode json) {
        if (json.isMissingNode() || json.isNull()) {
            return ALWAYS;
        }
        Map.Entry<String, JsonNode> first = json.properties().stream()
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("an empty condition"));
        return switch (first.getKey()) {
            case "always" -> ALWAYS;
            case "all" -> new All(list(first.getValue()));
            case "any" -> new AnyOf(list(first.getValue()));
            case "not" -> new Not(of(first.getValue()));
            case "is" -> new Named(first.getValue().asText());
            case "beta" -> new Beta(first.getValue().asText());
            case "fact" -> new Fact(first.getValue().asText());
            case "path" -> value(json);
            default -> throw new IllegalArgumentException("an unknown condition: " + json);
        };
    }

    private static List<Condition> list(JsonNode json) {
        List<Condition> conditions = new ArrayList<>();
        json.forEach(one -> conditions.add(of(one)));
        return List.copyOf(conditions);
    }

    private static Condition value(JsonNode json) {
        JsonPlaces path = JsonPlaces.of(json.path("path").asText());
        for (Map.Entry<String, JsonNode> field : json.properties()) {
            if (!field.getKey().equals("path")) {
                boolean isPattern = field.getKey().endsWith("like");
                return new Value(
                        path,
                        field.getKey(),
                        field.getValue(),
                        isPattern ? Pattern.compile(field.getValue().asText()) : Value.NONE);
            }
        }
        return new Value(path, "present", BooleanNode.TRUE, Value.NONE);
    }
}
