package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.ExpressionEvaluator;
import dev.throughline.render.jinja.parse.Expression.ComparisonOperator;
import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.Value;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/// Python's comparisons: equality across number types, order within comparable types, membership.
public final class ValueComparison {
    private ValueComparison() {}

    public static boolean holds(RenderState state, ComparisonOperator operator, Value left, Value right) {
        return switch (operator) {
            case EQUAL -> equal(state, left, right);
            case NOT_EQUAL -> !equal(state, left, right);
            case IN -> contains(state, right, left);
            case NOT_IN -> !contains(state, right, left);
            case LESS -> order(state, operator, left, right) < 0;
            case LESS_OR_EQUAL -> order(state, operator, left, right) <= 0;
            case GREATER -> order(state, operator, left, right) > 0;
            case GREATER_OR_EQUAL -> order(state, operator, left, right) >= 0;
        };
    }

    public static boolean equal(RenderState state, Value left, Value right) {
        if (left instanceof Text a && right instanceof Text b) {
            state.budget().scan(Math.min(a.value().length(), b.value().length()));
            return a.value().equals(b.value());
        }
        state.budget().step();
        if (Arithmetic.isNumber(left) && Arithmetic.isNumber(right)) {
            return isOrdered(left, right) && numbers(left, right) == 0;
        }
        return switch (left) {
            case Value.ListValue list ->
                right instanceof Value.ListValue other && sameItems(state, list.items(), other.items());
            case Value.TupleValue tuple ->
                right instanceof Value.TupleValue other && sameItems(state, tuple.items(), other.items());
            case Value.RangeValue range ->
                right instanceof Value.RangeValue other && sameItems(state, range.items(), other.items());
            case Value.DictValue dict -> right instanceof Value.DictValue other && sameEntries(state, dict, other);
            case Value.UndefinedValue _ -> right instanceof Value.UndefinedValue;
            case Value.NoneValue _ -> right instanceof Value.NoneValue;
            default -> left == right;
        };
    }

    private static boolean sameItems(RenderState state, List<Value> left, List<Value> right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int index = 0; index < left.size(); index++) {
            if (!equal(state, left.get(index), right.get(index))) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameEntries(RenderState state, Value.DictValue left, Value.DictValue right) {
        return left.entries().size() == right.entries().size()
                && left.entries().entrySet().stream().allMatch(entry -> {
                    Value other = right.entries().get(entry.getKey());
                    return other != null && equal(state, entry.getValue(), other);
                });
    }

    public static boolean contains(RenderState state, Value container, Value item) {
        switch (container) {
            case Text text -> {
                if (!(item instanceof Text part)) {
                    throw TemplateException.type(
                            "'in <string>' requires string as left operand, not " + item.typeName());
                }
                state.budget().scan(text.value().length());
                return text.value().contains(part.value());
            }
            case Value.DictValue dict -> {
                return dict.entries().containsKey(ExpressionEvaluator.hashable(item));
            }
            case Value.NoneValue _, Value.BoolValue _, Value.IntValue _, Value.FloatValue _ ->
                throw TemplateException.type("argument of type '" + container.typeName() + "' is not iterable");
            default -> {
                Iterator<Value> items = Iteration.over(state, container);
                while (items.hasNext()) {
                    if (equal(state, items.next(), item)) {
                        return true;
                    }
                }
                return false;
            }
        }
    }

    /// Orders as `sort` does; what cannot be compared is a `TypeError`.
    public static Comparator<Value> natural(RenderState state) {
        return (left, right) -> order(state, ComparisonOperator.LESS, left, right);
    }

    private static int order(RenderState state, ComparisonOperator operator, Value left, Value right) {
        state.budget().step();
        Arithmetic.refuseUndefined(left);
        Arithmetic.refuseUndefined(right);
        if (left instanceof Text a && right instanceof Text b) {
            return byCodePoint(a.value(), b.value());
        }
        if (Arithmetic.isNumber(left) && Arithmetic.isNumber(right)) {
            return isOrdered(left, right) ? numbers(left, right) : never(operator);
        }
        if (left instanceof Value.ListValue a && right instanceof Value.ListValue b) {
            return lists(state, operator, a.items(), b.items());
        }
        if (left instanceof Value.TupleValue a && right instanceof Value.TupleValue b) {
            return lists(state, operator, a.items(), b.items());
        }
        throw TemplateException.type("'" + operator.token() + "' not supported between instances of '" + left.typeName()
                + "' and '" + right.typeName() + "'");
    }

    private static int never(ComparisonOperator operator) {
        boolean isLess = operator == ComparisonOperator.LESS || operator == ComparisonOperator.LESS_OR_EQUAL;
        return isLess ? 1 : -1;
    }

    private static boolean isOrdered(Value left, Value right) {
        return !isNan(left) && !isNan(right);
    }

    private static boolean isNan(Value value) {
        return value instanceof Value.FloatValue number && Double.isNaN(number.value());
    }

    private static int numbers(Value left, Value right) {
        if (isInfinite(left) || isInfinite(right)) {
            return Double.compare(Arithmetic.asDouble(left), Arithmetic.asDouble(right));
        }
        return exact(left).compareTo(exact(right));
    }

    private static boolean isInfinite(Value value) {
        return value instanceof Value.FloatValue number && Double.isInfinite(number.value());
    }

    private static BigDecimal exact(Value value) {
        return value instanceof Value.FloatValue number
                ? new BigDecimal(number.value())
                : new BigDecimal(Arithmetic.integer(value).orElseThrow());
    }

    private static int lists(RenderState state, ComparisonOperator operator, List<Value> left, List<Value> right) {
        for (int index = 0; index < Math.min(left.size(), right.size()); index++) {
            if (!equal(state, left.get(index), right.get(index))) {
                return order(state, operator, left.get(index), right.get(index));
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    private static int byCodePoint(String left, String right) {
        int end = Math.min(left.length(), right.length());
        for (int at = 0; at < end; at++) {
            char a = left.charAt(at);
            char b = right.charAt(at);
            if (a != b) {
                boolean isPair = Character.isSurrogate(a) != Character.isSurrogate(b);
                return isPair ? (Character.isSurrogate(a) ? 1 : -1) : Character.compare(a, b);
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
