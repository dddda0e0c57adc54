package dev.throughline.render.jinja;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/// Python's equality: across number types, by content for collections; and what may be a key.
public final class ValueEquality {
    private static final int MOST_LEAVES = 64;

    private ValueEquality() {}

    /// Python's `==`.
    public static boolean equal(RenderState state, TemplateValue left, TemplateValue right) {
        if (left instanceof TextValue a && right instanceof TextValue b) {
            state.budget().scan(Math.min(a.value().length(), b.value().length()));
            return a.value().equals(b.value());
        }
        state.budget().step();
        if (ValueCoercion.isNumber(left) && ValueCoercion.isNumber(right)) {
            return isOrdered(left, right) && compareNumbers(state, left, right) == 0;
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
                    TemplateValue other = right.entries()
                            .get(hashable(state, entry.getKey(), right.entries().size()));
                    return other != null && equal(state, entry.getValue(), other);
                });
    }

    /// Whether two numbers have an order: neither is not-a-number.
    public static boolean isOrdered(TemplateValue left, TemplateValue right) {
        return !isNan(left) && !isNan(right);
    }

    static boolean isNan(TemplateValue value) {
        return value instanceof TemplateValue.FloatValue number && Double.isNaN(number.value());
    }

    /// Compares two numbers exactly, whatever their types; neither is not-a-number.
    static int compareNumbers(RenderState state, TemplateValue left, TemplateValue right) {
        state.budget().compared(bits(left) + bits(right));
        if (isInfinite(left) || isInfinite(right)) {
            return Double.compare(ValueCoercion.asDouble(left), ValueCoercion.asDouble(right));
        }
        return exact(left).compareTo(exact(right));
    }

    /// How much is to be compared, at most: a float has up to 1,074 bits behind the point.
    private static long bits(TemplateValue number) {
        return number instanceof TemplateValue.IntValue integer
                ? integer.value().bitLength()
                : number instanceof TemplateValue.FloatValue ? 1_074 : 1;
    }

    private static boolean isInfinite(TemplateValue value) {
        return value instanceof TemplateValue.FloatValue number && Double.isInfinite(number.value());
    }

    private static BigDecimal exact(TemplateValue value) {
        return value instanceof TemplateValue.FloatValue number
                ? new BigDecimal(number.value())
                : new BigDecimal(ValueCoercion.integer(value).orElseThrow());
    }

    /// `key`, unless Python refuses it as a key; counts what it costs to find it.
    /// @param among number of keys that it may be compared with: all of them, if their hashes are equal, except
    ///     that texts are in order
    static TemplateValue hashable(RenderState state, TemplateValue key, int among) {
        state.budget().scan(key instanceof TextValue text ? text.value().length() : among);
        if (!isHashable(key)) {
            throw TemplateException.type("unhashable type: '" + key.typeName() + "'");
        }
        if (key instanceof TemplateValue.TupleValue tuple && leaves(tuple, MOST_LEAVES) < 0) {
            throw new TemplateException(PythonError.LIMIT_EXCEEDED, "a key of more than " + MOST_LEAVES + " values");
        }
        return key;
    }

    /// Whether two numbers are one key: equal, whatever their types. Not-a-number is none.
    static boolean isSameKey(TemplateValue key, Object other) {
        if (!(other instanceof TemplateValue number) || !ValueCoercion.isNumber(number)) {
            return false;
        }
        Optional<BigInteger> left = whole(key);
        return left.isPresent()
                ? left.equals(whole(number))
                : key instanceof TemplateValue.FloatValue a
                        && number instanceof TemplateValue.FloatValue b
                        && a.value() == b.value();
    }

    private static Optional<BigInteger> whole(TemplateValue number) {
        return number instanceof TemplateValue.FloatValue real ? whole(real.value()) : ValueCoercion.integer(number);
    }

    /// The integer that a double is, if it is one.
    static Optional<BigInteger> whole(double value) {
        return Double.isFinite(value) && value == Math.rint(value)
                ? Optional.of(new BigDecimal(value).toBigInteger())
                : Optional.empty();
    }

    static boolean isHashable(TemplateValue key) {
        return !(key instanceof TemplateValue.ListValue
                || key instanceof TemplateValue.DictValue
                || key instanceof TemplateValue.ViewValue view && !view.type().equals("dict_values"));
    }

    /// How many of `left` values remain when those of a tuple are counted, within one another; negative if none do.
    private static int leaves(TemplateValue.TupleValue tuple, int left) {
        int rest = left - 1;
        for (int index = 0; index < tuple.items().size() && rest >= 0; index++) {
            TemplateValue item = tuple.items().get(index);
            if (!isHashable(item)) {
                throw TemplateException.type("unhashable type: '" + item.typeName() + "'");
            }
            rest = item instanceof TemplateValue.TupleValue inner ? leaves(inner, rest) : rest - 1;
        }
        return rest;
    }
}
