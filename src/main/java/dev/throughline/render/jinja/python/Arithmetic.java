package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.parse.Expression.BinaryOperator;
import dev.throughline.render.jinja.value.Origin;
import dev.throughline.render.jinja.value.PythonError;
import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.TextBuilder;
import dev.throughline.render.jinja.value.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Python's arithmetic on numbers, strings and lists.
public final class Arithmetic {
    private static final int MAX_BITS = 65_536;

    private Arithmetic() {}

    public static Value apply(RenderState state, BinaryOperator operator, Value left, Value right) {
        refuseUndefined(left);
        refuseUndefined(right);
        if (operator == BinaryOperator.MODULO && left instanceof Text format) {
            return PercentFormat.format(state, format, right);
        }
        if (isNumber(left) && isNumber(right)) {
            return numbers(operator, left, right);
        }
        return switch (operator) {
            case ADD -> add(state, left, right);
            case MULTIPLY -> repeat(state, left, right);
            case SUBTRACT, DIVIDE, FLOOR_DIVIDE, MODULO, POWER -> throw unsupported(operator, left, right);
        };
    }

    public static Value negate(Value operand, boolean isMinus) {
        refuseUndefined(operand);
        if (operand instanceof Value.FloatValue number) {
            return isMinus ? new Value.FloatValue(-number.value(), Origin.FRAME) : number;
        }
        BigInteger value = integer(operand)
                .orElseThrow(() -> TemplateException.type(
                        "bad operand type for unary " + (isMinus ? "-" : "+") + ": '" + operand.typeName() + "'"));
        return new Value.IntValue(isMinus ? value.negate() : value, Origin.FRAME);
    }

    public static boolean isNumber(Value value) {
        return value instanceof Value.IntValue || value instanceof Value.FloatValue || value instanceof Value.BoolValue;
    }

    public static Optional<BigInteger> integer(Value value) {
        return switch (value) {
            case Value.IntValue number -> Optional.of(number.value());
            case Value.BoolValue bool -> Optional.of(bool.value() ? BigInteger.ONE : BigInteger.ZERO);
            default -> Optional.empty();
        };
    }

    /// The integer that `value` is, within the range of an `int`.
    public static int index(Value value) {
        if (value instanceof Value.UndefinedValue undefined) {
            throw undefined.raised();
        }
        BigInteger number = integer(value)
                .orElseThrow(() -> TemplateException.type(
                        "'" + value.typeName() + "' object cannot be interpreted as an integer"));
        return number.max(BigInteger.valueOf(Integer.MIN_VALUE / 2))
                .min(BigInteger.valueOf(Integer.MAX_VALUE / 2))
                .intValue();
    }

    public static double asDouble(Value value) {
        return value instanceof Value.FloatValue number
                ? number.value()
                : integer(value).orElseThrow().doubleValue();
    }

    public static void refuseUndefined(Value value) {
        if (value instanceof Value.UndefinedValue undefined) {
            throw undefined.raised();
        }
    }

    private static Value add(RenderState state, Value left, Value right) {
        if (left instanceof Text a && right instanceof Text b) {
            return concatenate(state, a, b);
        }
        if (left instanceof Value.ListValue a && right instanceof Value.ListValue b) {
            return Value.ListValue.of(joined(state, a.items(), b.items()));
        }
        if (left instanceof Value.TupleValue a && right instanceof Value.TupleValue b) {
            return new Value.TupleValue(joined(state, a.items(), b.items()));
        }
        if (left instanceof Text || left instanceof Value.ListValue || left instanceof Value.TupleValue) {
            throw TemplateException.type("can only concatenate " + left.typeName() + " (not \"" + right.typeName()
                    + "\") to " + left.typeName());
        }
        throw unsupported(BinaryOperator.ADD, left, right);
    }

    private static Text concatenate(RenderState state, Text left, Text right) {
        if (left.value().isEmpty() && left.isMarkup() == right.isMarkup()) {
            return right;
        }
        if (right.value().isEmpty()) {
            return left;
        }
        boolean isMarkup = left.isMarkup() || right.isMarkup();
        return state.builder()
                .append(isMarkup ? HtmlEscape.escape(state, left) : left)
                .append(isMarkup ? HtmlEscape.escape(state, right) : right)
                .build()
                .asMarkup(isMarkup);
    }

    private static List<Value> joined(RenderState state, List<Value> left, List<Value> right) {
        state.budget().items((long) left.size() + right.size());
        List<Value> all = new ArrayList<>(left.size() + right.size());
        all.addAll(left);
        all.addAll(right);
        return all;
    }

    private static Value repeat(RenderState state, Value left, Value right) {
        if (integer(left).isPresent() && integer(right).isEmpty()) {
            return repeat(state, right, left);
        }
        int times = integer(right).isPresent() ? Math.max(index(right), 0) : -1;
        if (times < 0) {
            throw unsupported(BinaryOperator.MULTIPLY, left, right);
        }
        return switch (left) {
            case Text text -> repeated(state, text, times);
            case Value.ListValue list -> Value.ListValue.of(repeated(state, list.items(), times));
            case Value.TupleValue tuple -> new Value.TupleValue(repeated(state, tuple.items(), times));
            default -> throw unsupported(BinaryOperator.MULTIPLY, left, right);
        };
    }

    private static Text repeated(RenderState state, Text text, int times) {
        state.budget().characters(0);
        TextBuilder builder = state.builder();
        for (int time = 0; time < times && !text.value().isEmpty(); time++) {
            state.budget().step();
            builder.append(text);
        }
        return builder.build().asMarkup(text.isMarkup());
    }

    private static List<Value> repeated(RenderState state, List<Value> items, int times) {
        state.budget().items((long) items.size() * times);
        List<Value> all = new ArrayList<>(items.size() * times);
        for (int time = 0; time < times && !items.isEmpty(); time++) {
            all.addAll(items);
        }
        return all;
    }

    private static Value numbers(BinaryOperator operator, Value left, Value right) {
        Optional<BigInteger> a = integer(left);
        Optional<BigInteger> b = integer(right);
        return a.isPresent() && b.isPresent()
                ? integers(operator, a.get(), b.get())
                : new Value.FloatValue(doubles(operator, asDouble(left), asDouble(right)), Origin.FRAME);
    }

    private static Value integers(BinaryOperator operator, BigInteger a, BigInteger b) {
        return switch (operator) {
            case ADD -> number(a.add(b));
            case SUBTRACT -> number(a.subtract(b));
            case MULTIPLY -> number(bounded(a, b.bitLength()).multiply(b));
            case DIVIDE -> new Value.FloatValue(doubles(operator, a.doubleValue(), b.doubleValue()), Origin.FRAME);
            case FLOOR_DIVIDE -> number(floorDivide(a, b)[0]);
            case MODULO -> number(floorDivide(a, b)[1]);
            case POWER -> power(a, b);
        };
    }

    private static Value power(BigInteger a, BigInteger b) {
        if (b.signum() < 0) {
            return new Value.FloatValue(doubles(BinaryOperator.POWER, a.doubleValue(), b.doubleValue()), Origin.FRAME);
        }
        if (a.abs().compareTo(BigInteger.ONE) <= 0) {
            return number(a.signum() < 0 && !b.testBit(0) ? BigInteger.ONE : b.signum() == 0 ? BigInteger.ONE : a);
        }
        if (b.bitLength() > 20) {
            throw tooLarge();
        }
        bounded(BigInteger.ZERO, (long) a.bitLength() * b.intValue());
        return number(a.pow(b.intValue()));
    }

    private static BigInteger bounded(BigInteger value, long moreBits) {
        if (value.bitLength() + moreBits > MAX_BITS) {
            throw tooLarge();
        }
        return value;
    }

    private static TemplateException tooLarge() {
        return new TemplateException(PythonError.LIMIT_EXCEEDED, "an integer of more than " + MAX_BITS + " bits");
    }

    private static Value number(BigInteger value) {
        return new Value.IntValue(value, Origin.FRAME);
    }

    private static BigInteger[] floorDivide(BigInteger a, BigInteger b) {
        if (b.signum() == 0) {
            throw division();
        }
        BigInteger[] parts = a.divideAndRemainder(b);
        return parts[1].signum() != 0 && parts[1].signum() != b.signum()
                ? new BigInteger[] {parts[0].subtract(BigInteger.ONE), parts[1].add(b)}
                : parts;
    }

    private static double doubles(BinaryOperator operator, double a, double b) {
        return switch (operator) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / nonZero(b);
            case FLOOR_DIVIDE -> Math.floor(a / nonZero(b));
            case MODULO -> floorModulo(a, nonZero(b));
            case POWER -> a == 0 && b < 0 ? nonZero(0) : Math.pow(a, b);
        };
    }

    private static double floorModulo(double a, double b) {
        double remainder = a % b;
        return remainder != 0 && (b < 0) != (remainder < 0) ? remainder + b : remainder;
    }

    private static double nonZero(double value) {
        if (value == 0) {
            throw division();
        }
        return value;
    }

    private static TemplateException division() {
        return new TemplateException(PythonError.ZERO_DIVISION_ERROR, "division by zero");
    }

    private static TemplateException unsupported(BinaryOperator operator, Value left, Value right) {
        return TemplateException.type("unsupported operand type(s) for " + operator.inMessages() + ": '"
                + left.typeName() + "' and '" + right.typeName() + "'");
    }
}
