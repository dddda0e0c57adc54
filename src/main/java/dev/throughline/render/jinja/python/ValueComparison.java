package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.ExpressionEvaluator;
import dev.throughline.render.jinja.parse.Expression.ComparisonOperator;
import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.TemplateValue;
import dev.throughline.render.jinja.value.TextValue;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/// Python's comparisons: equality across number types, order within comparable types, membership.
public final class ValueComparison {
    private ValueComparison() {}

    public static boolean holds(
            RenderState state, ComparisonOperator operator, TemplateValue left, TemplateValue right) {
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

    public static boolean equal(RenderState state, TemplateValue left, TemplateValue right) {
        if (left instanceof TextValue a && right instanceof TextValue b) {
            state.budget().scan(Math.min(a.value().length(), b.value().length()));
            return a.value().equals(b.value());
        }
        state.budget().step();
        if (Arithmetic.isNumber(left) && Arithmetic.isNumber(right)) {
            return isOrdered(left, right) && numbers(left, right) == 0;
        }
        return switch (left) {
            case TemplateValue.ListValue list ->
                right instanceof TemplateValue.ListValue other && sameItems(state, list.items(), other.items());
            case TemplateValue.TupleValue tuple ->
                right instanceof TemplateValue.TupleValue other && sameItems(state, tuple.items(), other.items());
            case TemplateValue.RangeValue range ->
                right instanceof TemplateValue.RangeValue other && sameItems(state, range.items(), other.items());
            case TemplateValue.DictValue dict ->
                right instanceof TemplateValue.DictValue other && sameEntries(state, dict, other);
            case TemplateValue.UndefinedValue _ -> right instanceof TemplateValue.UndefinedValue;
            case TemplateValue.NoneValue _ -> right instanceof TemplateValue.NoneValue;
            default -> left == right;
        };
    }

    private static boolean sameItems(RenderState state, List<TemplateValue> left, List<TemplateValue> right) {
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

    private static boolean sameEntries(RenderState state, TemplateValue.DictValue left, TemplateValue.DictValue right) {
        return left.entries().size() == right.entries().size()
                && left.entries().entrySet().stream().allMatch(entry -> {
                    TemplateValue other = right.entries().get(entry.getKey());
                    return other != null && equal(state, entry.getValue(), other);
                });
    }

    public static boolean contains(RenderState state, TemplateValue container, TemplateValue item) {
        switch (container) {
            case TextValue textValue -> {
                if (!(item instanceof TextValue part)) {
                    throw TemplateException.type(
                            "'in <string>' requires string as left operand, not " + item.typeName());
                }
                state.budget().scan(textValue.value().length());
                return textValue.value().contains(part.value());
            }
            case TemplateValue.DictValue dict -> {
                return dict.entries().containsKey(ExpressionEvaluator.hashable(item));
            }
            case TemplateValue.NoneValue _,
                    TemplateValue.BoolValue _,
                    TemplateValue.IntValue _,
                    TemplateValue.FloatValue _ ->
                throw TemplateException.type("argument of type '" + container.typeName() + "' is not iterable");
            default -> {
                Iterator<TemplateValue> items = Iteration.over(state, container);
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
    public static Comparator<TemplateValue> natural(RenderState state) {
        return (left, right) -> order(state, ComparisonOperator.LESS, left, right);
    }

    private static int order(RenderState state, ComparisonOperator operator, TemplateValue left, TemplateValue right) {
        state.budget().step();
        Arithmetic.refuseUndefined(left);
        Arithmetic.refuseUndefined(right);
        if (left instanceof TextValue a && right instanceof TextValue b) {
            return byCodePoint(a.value(), b.value());
        }
        if (Arithmetic.isNumber(left) && Arithmetic.isNumber(right)) {
            return isOrdered(left, right) ? numbers(left, right) : never(operator);
        }
        if (left instanceof TemplateValue.ListValue a && right instanceof TemplateValue.ListValue b) {
            return lists(state, operator, a.items(), b.items());
        }
        if (left instanceof TemplateValue.TupleValue a && right instanceof TemplateValue.TupleValue b) {
            return lists(state, operator, a.items(), b.items());
        }
        throw TemplateException.type("'" + operator.token() + "' not supported between instances of '" + left.typeName()
                + "' and '" + right.typeName() + "'");
    }

    private static int never(ComparisonOperator operator) {
        boolean isLess = operator == ComparisonOperator.LESS || operator == ComparisonOperator.LESS_OR_EQUAL;
        return isLess ? 1 : -1;
    }

    private static boolean isOrdered(TemplateValue left, TemplateValue right) {
        return !isNan(left) && !isNan(right);
    }

    private static boolean isNan(TemplateValue templateValue) {
        return templateValue instanceof TemplateValue.FloatValue number && Double.isNaN(number.value());
    }

    private static int numbers(TemplateValue left, TemplateValue right) {
        if (isInfinite(left) || isInfinite(right)) {
            return Double.compare(Arithmetic.asDouble(left), Arithmetic.asDouble(right));
        }
        return exact(left).compareTo(exact(right));
    }

    private static boolean isInfinite(TemplateValue templateValue) {
        return templateValue instanceof TemplateValue.FloatValue number && Double.isInfinite(number.value());
    }

    private static BigDecimal exact(TemplateValue templateValue) {
        return templateValue instanceof TemplateValue.FloatValue number
                ? new BigDecimal(number.value())
                : new BigDecimal(Arithmetic.integer(templateValue).orElseThrow());
    }

    private static int lists(
            RenderState state, ComparisonOperator operator, List<TemplateValue> left, List<TemplateValue> right) {
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
