package dev.throughline.render.jinja;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Python's comparisons: equality across number types, order within comparable types, membership.
public final class ValueComparison {
    private ValueComparison() {}

    public static boolean holds(
            RenderState state, ComparisonOperator operator, TemplateValue left, TemplateValue right) {
        return switch (operator) {
            case EQUAL -> ValueEquality.equal(state, left, right);
            case NOT_EQUAL -> !ValueEquality.equal(state, left, right);
            case IN -> contains(state, right, left);
            case NOT_IN -> !contains(state, right, left);
            case LESS -> order(state, operator, left, right) < 0;
            case LESS_OR_EQUAL -> order(state, operator, left, right) <= 0;
            case GREATER -> order(state, operator, left, right) > 0;
            case GREATER_OR_EQUAL -> order(state, operator, left, right) >= 0;
        };
    }

    public static boolean contains(RenderState state, TemplateValue container, TemplateValue item) {
        switch (container) {
            case TextValue text -> {
                if (!(item instanceof TextValue part)) {
                    throw TemplateException.type(
                            "'in <string>' requires string as left operand, not " + item.typeName());
                }
                return TextSearch.indexOf(state, text.value(), part.value(), 0) >= 0;
            }
            case TemplateValue.DictValue dict -> {
                return dict.entries()
                        .containsKey(ValueEquality.hashable(
                                state, item, dict.entries().size()));
            }
            case TemplateValue.NoneValue _,
                    TemplateValue.BoolValue _,
                    TemplateValue.IntValue _,
                    TemplateValue.FloatValue _ ->
                throw TemplateException.type("argument of type '" + container.typeName() + "' is not iterable");
            default -> {
                Iterator<TemplateValue> items = Iteration.over(state, container);
                while (items.hasNext()) {
                    if (ValueEquality.equal(state, items.next(), item)) {
                        return true;
                    }
                }
                return false;
            }
        }
    }

    /// Orders as `sort` does; what cannot be compared is a `TypeError`. NaN is last, where Python's place depends on
    /// its algorithm.
    public static Comparator<TemplateValue> natural(RenderState state) {
        return (left, right) -> order(state, null, left, right);
    }

    /// @param operator null for the total order of `sort`
    private static int order(
            RenderState state, @Nullable ComparisonOperator operator, TemplateValue left, TemplateValue right) {
        state.budget().step();
        ValueCoercion.refuseUndefined(left);
        ValueCoercion.refuseUndefined(right);
        if (left instanceof TextValue a && right instanceof TextValue b) {
            state.budget().compared(Math.min(a.value().length(), b.value().length()));
            return byCodePoint(a.value(), b.value());
        }
        if (ValueCoercion.isNumber(left) && ValueCoercion.isNumber(right)) {
            return ValueEquality.isOrdered(left, right)
                    ? ValueEquality.compareNumbers(state, left, right)
                    : unordered(operator, left, right);
        }
        if (left instanceof TemplateValue.ListValue a && right instanceof TemplateValue.ListValue b) {
            return lists(state, operator, a.items(), b.items());
        }
        if (left instanceof TemplateValue.TupleValue a && right instanceof TemplateValue.TupleValue b) {
            return lists(state, operator, a.items(), b.items());
        }
        String token = (operator == null ? ComparisonOperator.LESS : operator).token();
        throw TemplateException.type("'" + token + "' not supported between instances of '" + left.typeName()
                + "' and '" + right.typeName() + "'");
    }

    private static int unordered(@Nullable ComparisonOperator operator, TemplateValue left, TemplateValue right) {
        if (operator == null) {
            return Boolean.compare(ValueEquality.isNan(left), ValueEquality.isNan(right));
        }
        boolean isLess = operator == ComparisonOperator.LESS || operator == ComparisonOperator.LESS_OR_EQUAL;
        return isLess ? 1 : -1;
    }

    private static int lists(
            RenderState state,
            @Nullable ComparisonOperator operator,
            List<TemplateValue> left,
            List<TemplateValue> right) {
        for (int index = 0; index < Math.min(left.size(), right.size()); index++) {
            if (!ValueEquality.equal(state, left.get(index), right.get(index))) {
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

    /// Comparisons of Python.
    public enum ComparisonOperator {
        EQUAL("=="),
        NOT_EQUAL("!="),
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">="),
        IN("in"),
        NOT_IN("not in");

        private final String token;

        ComparisonOperator(String token) {
            this.token = token;
        }

        public String token() {
            return token;
        }
    }
}
