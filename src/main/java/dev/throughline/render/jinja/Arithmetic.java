package dev.throughline.render.jinja;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Python's arithmetic on numbers, strings and lists.
public final class Arithmetic {
    private static final int MAX_BITS = 65_536;
    /// Integers of as many bits are doubles.
    private static final int EXACT_BITS = 53;
    private static final MathContext ROUNDED = new MathContext(60, RoundingMode.DOWN);

    private Arithmetic() {}

    public static TemplateValue apply(
            RenderState state, ArithmeticOperator operator, TemplateValue left, TemplateValue right) {
        ValueCoercion.refuseUndefined(left);
        if (operator == ArithmeticOperator.MODULO && left instanceof TextValue format) {
            return PercentFormat.format(state, format, right);
        }
        ValueCoercion.refuseUndefined(right);
        if (ValueCoercion.isNumber(left) && ValueCoercion.isNumber(right)) {
            return numbers(state, operator, left, right);
        }
        return switch (operator) {
            case ADD -> add(state, left, right);
            case MULTIPLY -> repeat(state, left, right);
            case SUBTRACT, DIVIDE, FLOOR_DIVIDE, MODULO, POWER -> throw unsupported(operator, left, right);
        };
    }

    public static TemplateValue negate(TemplateValue operand, boolean isMinus) {
        ValueCoercion.refuseUndefined(operand);
        if (operand instanceof TemplateValue.FloatValue number) {
            return isMinus ? TemplateValue.FloatValue.of(-number.value()) : number;
        }
        BigInteger value = ValueCoercion.integer(operand)
                .orElseThrow(() -> TemplateException.type(
                        "bad operand type for unary " + (isMinus ? "-" : "+") + ": '" + operand.typeName() + "'"));
        return TemplateValue.IntValue.of(isMinus ? value.negate() : value);
    }

    private static TemplateValue add(RenderState state, TemplateValue left, TemplateValue right) {
        if (left instanceof TextValue a && right instanceof TextValue b) {
            return concatenate(state, a, b);
        }
        if (left instanceof TemplateValue.ListValue a && right instanceof TemplateValue.ListValue b) {
            return TemplateValue.ListValue.of(joined(state, a.items(), b.items()));
        }
        if (left instanceof TemplateValue.TupleValue a && right instanceof TemplateValue.TupleValue b) {
            return new TemplateValue.TupleValue(joined(state, a.items(), b.items()));
        }
        if (left instanceof TextValue
                || left instanceof TemplateValue.ListValue
                || left instanceof TemplateValue.TupleValue) {
            throw TemplateException.type("can only concatenate " + left.typeName() + " (not \"" + right.typeName()
                    + "\") to " + left.typeName());
        }
        throw unsupported(ArithmeticOperator.ADD, left, right);
    }

    private static TextValue concatenate(RenderState state, TextValue left, TextValue right) {
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

    private static List<TemplateValue> joined(RenderState state, List<TemplateValue> left, List<TemplateValue> right) {
        state.budget().items((long) left.size() + right.size());
        List<TemplateValue> all = new ArrayList<>(left.size() + right.size());
        all.addAll(left);
        all.addAll(right);
        return all;
    }

    private static TemplateValue repeat(RenderState state, TemplateValue left, TemplateValue right) {
        if (ValueCoercion.integer(left).isPresent()
                && ValueCoercion.integer(right).isEmpty()) {
            return repeat(state, right, left);
        }
        int times = ValueCoercion.integer(right).isPresent() ? Math.max(ValueCoercion.index(right), 0) : -1;
        if (times < 0) {
            throw unsupported(ArithmeticOperator.MULTIPLY, left, right);
        }
        return switch (left) {
            case TextValue text -> repeated(state, text, times);
            case TemplateValue.ListValue list -> TemplateValue.ListValue.of(repeated(state, list.items(), times));
            case TemplateValue.TupleValue tuple -> new TemplateValue.TupleValue(repeated(state, tuple.items(), times));
            default -> throw unsupported(ArithmeticOperator.MULTIPLY, left, right);
        };
    }

    private static TextValue repeated(RenderState state, TextValue text, int times) {
        state.budget().characters(0);
        TextValueBuilder builder = state.builder();
        for (int time = 0; time < times && !text.value().isEmpty(); time++) {
            state.budget().step();
            builder.append(text);
        }
        return builder.build().asMarkup(text.isMarkup());
    }

    private static List<TemplateValue> repeated(RenderState state, List<TemplateValue> items, int times) {
        state.budget().items((long) items.size() * times);
        List<TemplateValue> all = new ArrayList<>(items.size() * times);
        for (int time = 0; time < times && !items.isEmpty(); time++) {
            all.addAll(items);
        }
        return all;
    }

    private static TemplateValue numbers(
            RenderState state, ArithmeticOperator operator, TemplateValue left, TemplateValue right) {
        Optional<BigInteger> a = ValueCoercion.integer(left);
        Optional<BigInteger> b = ValueCoercion.integer(right);
        state.budget()
                .compared((long) a.map(BigInteger::bitLength).orElse(0)
                        + b.map(BigInteger::bitLength).orElse(0));
        return a.isPresent() && b.isPresent()
                ? integers(state, operator, a.get(), b.get())
                : TemplateValue.FloatValue.of(doubles(operator, real(left), real(right)));
    }

    /// A number as a double.
    ///
    /// @throws TemplateException an `OverflowError`, if an integer is too large
    static double real(TemplateValue number) {
        double value = ValueCoercion.asDouble(number);
        if (Double.isInfinite(value) && number instanceof TemplateValue.IntValue) {
            throw overflow("int too large to convert to float");
        }
        return value;
    }

    private static TemplateValue integers(RenderState state, ArithmeticOperator operator, BigInteger a, BigInteger b) {
        return switch (operator) {
            case ADD -> number(a.add(b));
            case SUBTRACT -> number(a.subtract(b));
            case MULTIPLY -> number(bounded(a, b.bitLength()).multiply(b));
            case DIVIDE -> TemplateValue.FloatValue.of(quotient(a, b));
            case FLOOR_DIVIDE -> number(floorDivide(a, b)[0]);
            case MODULO -> number(floorDivide(a, b)[1]);
            case POWER -> power(state, a, b);
        };
    }

    /// Python rounds the exact quotient once.
    private static double quotient(BigInteger a, BigInteger b) {
        if (b.signum() == 0) {
            throw division();
        }
        if (Math.max(a.bitLength(), b.bitLength()) <= EXACT_BITS) {
            return a.doubleValue() / b.doubleValue();
        }
        double exact = new BigDecimal(a).divide(new BigDecimal(b), ROUNDED).doubleValue();
        if (Double.isInfinite(exact)) {
            throw overflow("integer division result too large for a float");
        }
        return exact;
    }

    private static TemplateValue power(RenderState state, BigInteger a, BigInteger b) {
        if (b.signum() < 0) {
            return TemplateValue.FloatValue.of(power(real(number(a)), real(number(b))));
        }
        if (a.abs().compareTo(BigInteger.ONE) <= 0) {
            return number(a.signum() < 0 && !b.testBit(0) ? BigInteger.ONE : b.signum() == 0 ? BigInteger.ONE : a);
        }
        if (b.bitLength() > 20) {
            throw tooLarge();
        }
        bounded(BigInteger.ZERO, (long) a.bitLength() * b.intValue());
        state.budget().compared((long) a.bitLength() * b.intValue());
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

    private static TemplateValue number(BigInteger value) {
        return TemplateValue.IntValue.of(value);
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

    private static double doubles(ArithmeticOperator operator, double a, double b) {
        return switch (operator) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / nonZero(b);
            case FLOOR_DIVIDE -> floorDivide(a, nonZero(b));
            case MODULO -> floorModulo(a, nonZero(b));
            case POWER -> power(a, b);
        };
    }

    private static double power(double a, double b) {
        if (a == 0 && b < 0) {
            throw division();
        }
        double power = a == 1 ? 1 : Math.pow(a, b);
        if (Double.isInfinite(power) && Double.isFinite(a) && Double.isFinite(b)) {
            throw overflow("(34, 'Numerical result out of range')");
        }
        return power;
    }

    /// Source: CPython 3.11, `float_floor_div`.
    private static double floorDivide(double a, double b) {
        double remainder = a % b;
        double quotient = (a - remainder) / b;
        if (remainder != 0 && (b < 0) != (remainder < 0)) {
            quotient -= 1;
        }
        if (quotient == 0) {
            return Math.copySign(0, a / b);
        }
        double floor = Math.floor(quotient);
        return quotient - floor > 0.5 ? floor + 1 : floor;
    }

    /// A remainder has the sign of the divisor, also that of zero.
    private static double floorModulo(double a, double b) {
        double remainder = a % b;
        if (remainder == 0) {
            return Math.copySign(0, b);
        }
        return (b < 0) != (remainder < 0) ? remainder + b : remainder;
    }

    private static double nonZero(double value) {
        if (value == 0) {
            throw division();
        }
        return value;
    }

    private static TemplateException overflow(String problem) {
        return new TemplateException(PythonError.OVERFLOW_ERROR, problem);
    }

    private static TemplateException division() {
        return new TemplateException(PythonError.ZERO_DIVISION_ERROR, "division by zero");
    }

    private static TemplateException unsupported(ArithmeticOperator operator, TemplateValue left, TemplateValue right) {
        return TemplateException.type("unsupported operand type(s) for " + operator.inMessages() + ": '"
                + left.typeName() + "' and '" + right.typeName() + "'");
    }

    /// Operators of Python between two values.
    public enum ArithmeticOperator {
        ADD("+", "+"),
        SUBTRACT("-", "-"),
        MULTIPLY("*", "*"),
        DIVIDE("/", "/"),
        FLOOR_DIVIDE("//", "//"),
        MODULO("%", "%"),
        POWER("**", "** or pow()");

        private final String token;
        private final String inMessages;

        ArithmeticOperator(String token, String inMessages) {
            this.token = token;
            this.inMessages = inMessages;
        }

        public String token() {
            return token;
        }

        /// As Python names it in a `TypeError`.
        public String inMessages() {
            return inMessages;
        }
    }
}
