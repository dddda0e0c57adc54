package dev.throughline.render.jinja.library;

import dev.throughline.render.jinja.parse.Expression;
import dev.throughline.render.jinja.parse.Expression.ComparisonOperator;
import dev.throughline.render.jinja.python.Arithmetic;
import dev.throughline.render.jinja.python.PythonText;
import dev.throughline.render.jinja.python.TextCase;
import dev.throughline.render.jinja.python.ValueComparison;
import dev.throughline.render.jinja.value.LoopContext;
import dev.throughline.render.jinja.value.PythonError;
import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The tests of jinja2 by name.
public final class TestLibrary {
    private static final Map<String, TemplateTest> TESTS = new HashMap<>();

    static {
        TESTS.put("defined", on(value -> !(value instanceof Value.UndefinedValue)));
        TESTS.put("undefined", on(Value.UndefinedValue.class::isInstance));
        TESTS.put("none", on(Value.NoneValue.class::isInstance));
        TESTS.put("boolean", on(Value.BoolValue.class::isInstance));
        TESTS.put("true", on(value -> value instanceof Value.BoolValue bool && bool.value()));
        TESTS.put("false", on(value -> value instanceof Value.BoolValue bool && !bool.value()));
        TESTS.put("integer", on(Value.IntValue.class::isInstance));
        TESTS.put("float", on(Value.FloatValue.class::isInstance));
        TESTS.put("number", on(Arithmetic::isNumber));
        TESTS.put("string", on(Text.class::isInstance));
        TESTS.put("mapping", on(Value.DictValue.class::isInstance));
        TESTS.put("iterable", on(TestLibrary::isIterable));
        TESTS.put("sequence", on(TestLibrary::isSequence));
        TESTS.put(
                "callable",
                on(value -> value instanceof Value.FunctionValue
                        || value instanceof LoopContext
                        || value instanceof Value.UndefinedValue));
        TESTS.put("escaped", on(value -> value instanceof Text text && text.isMarkup()));
        TESTS.put(
                "lower",
                (state, value, _) ->
                        TextCase.isCased(PythonText.str(state, value).value(), Character::isLowerCase));
        TESTS.put(
                "upper",
                (state, value, _) ->
                        TextCase.isCased(PythonText.str(state, value).value(), Character::isUpperCase));
        TESTS.put("odd", (state, value, _) -> hasRemainder(state, value, Value.IntValue.of(2), 1));
        TESTS.put("even", (state, value, _) -> hasRemainder(state, value, Value.IntValue.of(2), 0));
        TESTS.put(
                "divisibleby",
                (state, value, args) -> hasRemainder(state, value, args.require("divisibleby", 0, "num"), 0));
        TESTS.put("sameas", (_, value, args) -> isSame(value, args.require("sameas", 0, "other")));
        TESTS.put("in", (state, value, args) -> ValueComparison.contains(state, args.require("in", 0, "seq"), value));
        TESTS.put("filter", (_, value, _) -> FilterLibrary.has(value.toString()));
        TESTS.put("test", (_, value, _) -> has(value.toString()));
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

    public static TemplateTest find(String name) {
        return Optional.ofNullable(TESTS.get(name))
                .orElseThrow(() -> new TemplateException(
                        PythonError.TEMPLATE_RUNTIME_ERROR, "No test named '" + name + "' found."));
    }

    private static TemplateTest on(Predicate<Value> holds) {
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

    private static boolean isIterable(Value value) {
        return switch (value) {
            case Text _, Value.ListValue _, Value.TupleValue _, Value.RangeValue _, Value.DictValue _ -> true;
            case Value.ViewValue _, Value.StreamValue _, LoopContext _ -> true;
            case Value.UndefinedValue _ -> true;
            case Value.NoneValue _, Value.BoolValue _, Value.IntValue _, Value.FloatValue _ -> false;
            case Value.NamespaceValue _, Value.FunctionValue _ -> false;
        };
    }

    private static boolean isSequence(Value value) {
        return switch (value) {
            case Text _, Value.ListValue _, Value.TupleValue _, Value.RangeValue _, Value.DictValue _ -> true;
            case Value.UndefinedValue _ -> true;
            default -> false;
        };
    }

    private static boolean hasRemainder(RenderState state, Value value, Value by, int expected) {
        Value remainder = Arithmetic.apply(state, Expression.BinaryOperator.MODULO, value, by);
        return ValueComparison.equal(state, remainder, Value.IntValue.of(expected));
    }

    private static boolean isSame(Value left, Value right) {
        return switch (left) {
            case Value.NoneValue _, Value.BoolValue _, Value.IntValue _, Text _ ->
                left.equals(right)
                        || (left instanceof Value.BoolValue a
                                && right instanceof Value.BoolValue b
                                && a.value() == b.value());
            default -> left == right;
        };
    }
}
