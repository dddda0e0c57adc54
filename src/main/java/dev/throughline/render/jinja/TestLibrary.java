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
        TESTS.put("defined", on(templateValue -> !(templateValue instanceof TemplateValue.UndefinedValue)));
        TESTS.put("undefined", on(TemplateValue.UndefinedValue.class::isInstance));
        TESTS.put("none", on(TemplateValue.NoneValue.class::isInstance));
        TESTS.put("boolean", on(TemplateValue.BoolValue.class::isInstance));
        TESTS.put("true", on(templateValue -> templateValue instanceof TemplateValue.BoolValue bool && bool.value()));
        TESTS.put("false", on(templateValue -> templateValue instanceof TemplateValue.BoolValue bool && !bool.value()));
        TESTS.put("integer", on(TemplateValue.IntValue.class::isInstance));
        TESTS.put("float", on(TemplateValue.FloatValue.class::isInstance));
        TESTS.put("number", on(ValueCoercion::isNumber));
        TESTS.put("string", on(TextValue.class::isInstance));
        TESTS.put("mapping", on(TemplateValue.DictValue.class::isInstance));
        TESTS.put("iterable", on(TestLibrary::isIterable));
        TESTS.put("sequence", on(TestLibrary::isSequence));
        TESTS.put(
                "callable",
                on(templateValue -> templateValue instanceof TemplateValue.FunctionValue
                        || templateValue instanceof LoopContext
                        || templateValue instanceof TemplateValue.UndefinedValue));
        TESTS.put("escaped", on(templateValue -> templateValue instanceof TextValue textValue && textValue.isMarkup()));
        TESTS.put(
                "lower",
                (state, templateValue, _) -> TextCase.isCased(
                        state, PythonText.str(state, templateValue).value(), Character::isLowerCase));
        TESTS.put(
                "upper",
                (state, templateValue, _) -> TextCase.isCased(
                        state, PythonText.str(state, templateValue).value(), Character::isUpperCase));
        TESTS.put(
                "odd",
                (state, templateValue, _) -> hasRemainder(state, templateValue, TemplateValue.IntValue.of(2), 1));
        TESTS.put(
                "even",
                (state, templateValue, _) -> hasRemainder(state, templateValue, TemplateValue.IntValue.of(2), 0));
        TESTS.put(
                "divisibleby",
                (state, templateValue, args) ->
                        hasRemainder(state, templateValue, args.require("divisibleby", 0, "num"), 0));
        TESTS.put(
                "sameas",
                (state, templateValue, args) -> isSame(state, templateValue, args.require("sameas", 0, "other")));
        TESTS.put(
                "in",
                (state, templateValue, args) ->
                        ValueComparison.contains(state, args.require("in", 0, "seq"), templateValue));
        TESTS.put("filter", (state, templateValue, _) -> FilterLibrary.has(name(state, templateValue)));
        TESTS.put("test", (state, templateValue, _) -> has(name(state, templateValue)));
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
    private static String name(RenderState state, TemplateValue templateValue) {
        return ValueEquality.hashable(state, templateValue, 0).word();
    }

    private static JinjaTest on(Predicate<TemplateValue> holds) {
        return (_, templateValue, _) -> holds.test(templateValue);
    }

    private static void comparison(ComparisonOperator operator, String... names) {
        for (String name : names) {
            TESTS.put(
                    name,
                    (state, templateValue, args) ->
                            ValueComparison.holds(state, operator, templateValue, args.require(name, 0, "other")));
        }
    }

    private static boolean isIterable(TemplateValue templateValue) {
        return switch (templateValue) {
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

    private static boolean isSequence(TemplateValue templateValue) {
        return switch (templateValue) {
            case TextValue _,
                    TemplateValue.ListValue _,
                    TemplateValue.TupleValue _,
                    TemplateValue.RangeValue _,
                    TemplateValue.DictValue _ -> true;
            case TemplateValue.UndefinedValue _ -> true;
            default -> false;
        };
    }

    private static boolean hasRemainder(
            RenderState state, TemplateValue templateValue, TemplateValue by, int expected) {
        TemplateValue remainder = Arithmetic.apply(state, ArithmeticOperator.MODULO, templateValue, by);
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
