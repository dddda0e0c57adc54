package dev.throughline.render.jinja;

import dev.throughline.render.jinja.Arithmetic.ArithmeticOperator;
import dev.throughline.render.jinja.ValueComparison.ComparisonOperator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The tests of jinja2 by name.
public final class TestLibrary {
    private static final Map<String, JinjaTest> TESTS = new HashMap<>();

    static {
        TESTS.put("defined", on(value -> !(value instanceof TemplateValue.UndefinedValue)));
        TESTS.put("undefined", on(TemplateValue.UndefinedValue.class::isInstance));
        TESTS.put("none", on(TemplateValue.NoneValue.class::isInstance));
        TESTS.put("boolean", on(TemplateValue.BoolValue.class::isInstance));
        TESTS.put("true", on(value -> value instanceof TemplateValue.BoolValue bool && bool.value()));
        TESTS.put("false", on(value -> value instanceof TemplateValue.BoolValue bool && !bool.value()));
        TESTS.put("integer", on(TemplateValue.IntValue.class::isInstance));
        TESTS.put("float", on(TemplateValue.FloatValue.class::isInstance));
        TESTS.put("number", on(ValueCoercion::isNumber));
        TESTS.put("string", on(TextValue.class::isInstance));
        TESTS.put("mapping", on(TemplateValue.DictValue.class::isInstance));
        TESTS.put("iterable", on(TestLibrary::isIterable));
        TESTS.put("sequence", on(TestLibrary::isSequence));
        TESTS.put(
                "callable",
                on(value -> value instanceof TemplateValue.FunctionValue
                        || value instanceof LoopContext
                        || value instanceof TemplateValue.UndefinedValue));
        TESTS.put("escaped", on(value -> value instanceof TextValue text && text.isMarkup()));
        TESTS.put(
                "lower",
                (state, value, _) ->
                        TextCase.isCased(state, PythonText.str(state, value).value(), Character::isLowerCase));
        TESTS.put(
                "upper",
                (state, value, _) ->
                        TextCase.isCased(state, PythonText.str(state, value).value(), Character::isUpperCase));
        TESTS.put("odd", (state, value, _) -> hasRemainder(state, value, TemplateValue.IntValue.of(2), 1));
        TESTS.put("even", (state, value, _) -> hasRemainder(state, value, TemplateValue.IntValue.of(2), 0));
        TESTS.put(
                "divisibleby",
                (state, value, args) -> hasRemainder(state, value, args.require("divisibleby", 0, "num"), 0));
        TESTS.put("sameas", (state, value, args) -> isSame(state, value, args.require("sameas", 0, "other")));
        TESTS.put("in", (state, value, args) -> ValueComparison.contains(state, args.require("in", 0, "seq"), value));
        TESTS.put("filter", (state, value, _) -> FilterLibrary.has(name(state, value)));
        TESTS.put("test", (state, value, _) -> has(name(state, value)));
        comparison(ComparisonOperator.EQUAL, "eq", "equalto", "==");
        comparison(ComparisonOperator.NOT_EQUAL, "ne", "!=");
        comparison(ComparisonOperator.LESS, "lt", "lessthan", "<");
        comparison(ComparisonOperator.LESS_OR_EQUAL, "le", "<=");
        comparison(ComparisonOperator.GREATER, "gt", "greaterthan", ">");
        comparison(ComparisonOperator.GREATER_OR_EQUAL, "ge", ">=");
    }

    private TestLibrary() {}

    public static boolean has(String name) {
        return TESTS.containsKey(name);
    }

    public static JinjaTest find(String name) {
        return Optional.ofNullable(TESTS.get(name))
                .orElseThrow(() -> new TemplateException(
                        PythonError.TEMPLATE_RUNTIME_ERROR, "No test named '" + name + "' found."));
    }

    /// A value that may be the name of an entry, which it must be hashable for.
    private static String name(RenderState state, TemplateValue value) {
        return ValueEquality.hashable(state, value, 0).word();
    }

    private static JinjaTest on(Predicate<TemplateValue> holds) {
        return (_, value, _) -> holds.test(value);
    }

    private static void comparison(ComparisonOperator operator, String... names) {
        for (String name : names) {
            TESTS.put(
                    name,
                    (state, value, args) ->
                            ValueComparison.holds(state, operator, value, args.require(name, 0, "other")));
        }
    }

    private static boolean isIterable(TemplateValue value) {
        return switch (value) {
            case TextValue _,
                    TemplateValue.ListValue _,
                    TemplateValue.TupleValue _,
                    TemplateValue.RangeValue _,
                    TemplateValue.DictValue _ -> true;
            case TemplateValue.ViewValue _, TemplateValue.StreamValue _, LoopContext _ -> true;
            case TemplateValue.UndefinedValue _ -> true;
            case TemplateValue.NoneValue _,
                    TemplateValue.BoolValue _,
                    TemplateValue.IntValue _,
                    TemplateValue.FloatValue _ -> false;
            case TemplateValue.NamespaceValue _, TemplateValue.FunctionValue _ -> false;
        };
    }

    private static boolean isSequence(TemplateValue value) {
        return switch (value) {
            case TextValue _,
                    TemplateValue.ListValue _,
                    TemplateValue.TupleValue _,
                    TemplateValue.RangeValue _,
                    TemplateValue.DictValue _ -> true;
            case TemplateValue.UndefinedValue _ -> true;
            default -> false;
        };
    }

    private static boolean hasRemainder(RenderState state, TemplateValue value, TemplateValue by, int expected) {
        TemplateValue remainder = Arithmetic.apply(state, ArithmeticOperator.MODULO, value, by);
        return ValueEquality.equal(state, remainder, TemplateValue.IntValue.of(expected));
    }

    private static boolean isSame(RenderState state, TemplateValue left, TemplateValue right) {
        if (left instanceof TextValue && right instanceof TextValue) {
            return ValueEquality.equal(state, left, right);
        }
        return switch (left) {
            case TemplateValue.NoneValue _, TemplateValue.BoolValue _, TemplateValue.IntValue _ ->
                left.equals(right)
                        || (left instanceof TemplateValue.BoolValue a
                                && right instanceof TemplateValue.BoolValue b
                                && a.value() == b.value());
            default -> left == right;
        };
    }

    /// A test: `input is name(arguments)`.
    @FunctionalInterface
    public interface JinjaTest {
        boolean holds(RenderState state, TemplateValue input, TemplateArguments arguments);
    }
}
