package dev.throughline.render.jinja;

import dev.throughline.render.jinja.Arithmetic.ArithmeticOperator;
import dev.throughline.render.jinja.FilterLibrary.JinjaFilter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// Filters on numbers.
final class NumberFilterLibrary {
    private static final int LONGEST_NUMBER = 4_300;
    private static final Pattern LOOSE_UNDERSCORE = Pattern.compile("(?<!\\d)_|_(?!\\d)");

    private NumberFilterLibrary() {}

    static void addTo(Map<String, JinjaFilter> filters) {
        filters.put("abs", (_, input, _) -> absolute(input));
        filters.put("int", (state, input, args) -> integer(state, input, args));
        filters.put(
                "float",
                (state, input, args) -> real(state, input)
                        .<TemplateValue>map(value -> new TemplateValue.FloatValue(value, input.valueOrigin()))
                        .orElseGet(() -> args.get(0, "default", TemplateValue.FloatValue.of(0))));
        filters.put("round", (_, input, args) -> round(input, args));
        filters.put("sum", NumberFilterLibrary::sum);
    }

    private static TemplateValue absolute(TemplateValue input) {
        return switch (input) {
            case TemplateValue.FloatValue number -> TemplateValue.FloatValue.of(Math.abs(number.value()));
            case TemplateValue.IntValue number ->
                TemplateValue.IntValue.of(number.value().abs());
            case TemplateValue.BoolValue bool -> TemplateValue.IntValue.of(bool.value() ? 1 : 0);
            default -> throw TemplateException.type("bad operand type for abs(): '" + input.typeName() + "'");
        };
    }

    private static TemplateValue integer(RenderState state, TemplateValue input, TemplateArguments arguments) {
        ValueCoercion.refuseUndefined(input);
        // One that is no base reads nothing.
        int base = ValueCoercion.integer(arguments.get(1, "base", TemplateValue.IntValue.of(10)))
                .filter(number -> number.bitLength() < Integer.SIZE)
                .map(BigInteger::intValue)
                .orElse(1);
        Optional<BigInteger> found =
                input instanceof TextValue text ? parsed(state, text.value(), base) : Optional.empty();
        return found.or(() -> ValueCoercion.integer(input))
                .or(() ->
                        real(state, input).filter(Double::isFinite).map(value -> new BigDecimal(value).toBigInteger()))
                .<TemplateValue>map(value -> new TemplateValue.IntValue(value, input.valueOrigin()))
                .orElseGet(() -> arguments.get(0, "default", TemplateValue.IntValue.of(0)));
    }

    /// Source: CPython 3.11, `PyLong_FromString`: a base of 0 is that of the prefix.
    private static Optional<BigInteger> parsed(RenderState state, String text, int base) {
        charge(state, text);
        String plain = text.strip().toLowerCase(Locale.ROOT);
        boolean isSigned = plain.startsWith("-") || plain.startsWith("+");
        String sign = isSigned ? plain.substring(0, 1) : "";
        String digits = plain.substring(sign.length());
        int prefixed = digits.startsWith("0x") ? 16 : digits.startsWith("0o") ? 8 : digits.startsWith("0b") ? 2 : 0;
        boolean hasPrefix = prefixed > 0 && (base == 0 || base == prefixed);
        int radix = hasPrefix ? prefixed : base == 0 ? 10 : base;
        String number = hasPrefix ? digits.substring(2).replaceFirst("^_", "") : digits;
        boolean isOdd = number.startsWith("_") || number.endsWith("_") || number.contains("__");
        boolean isZeroed = base == 0 && !hasPrefix && number.startsWith("0") && !number.matches("[0_]+");
        if (isOdd
                || isZeroed
                || number.startsWith("-")
                || number.startsWith("+")
                || number.length() > LONGEST_NUMBER
                || radix < Character.MIN_RADIX
                || radix > Character.MAX_RADIX) {
            return Optional.empty();
        }
        try {
            return Optional.of(new BigInteger(sign + number.replace("_", ""), radix));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /// The copies that are made of a text, and the arithmetic on its digits.
    private static void charge(RenderState state, String text) {
        state.budget().characters(text.length());
        state.budget().scan(16L * Math.min(text.length(), LONGEST_NUMBER));
    }

    static Optional<Double> real(RenderState state, TemplateValue input) {
        ValueCoercion.refuseUndefined(input);
        if (ValueCoercion.isNumber(input)) {
            return Optional.of(ValueCoercion.asDouble(input));
        }
        if (!(input instanceof TextValue text) || text.value().length() > LONGEST_NUMBER) {
            return Optional.empty();
        }
        charge(state, text.value());
        String digits = text.value().strip().toLowerCase(Locale.ROOT);
        return switch (digits) {
            case "inf", "+inf", "infinity", "+infinity" -> Optional.of(Double.POSITIVE_INFINITY);
            case "-inf", "-infinity" -> Optional.of(Double.NEGATIVE_INFINITY);
            case "nan" -> Optional.of(Double.NaN);
            default -> parsed(digits);
        };
    }

    private static Optional<Double> parsed(String digits) {
        try {
            boolean isOdd = LOOSE_UNDERSCORE.matcher(CheckedText.of(digits)).find();
            return isOdd ? Optional.empty() : Optional.of(new BigDecimal(digits.replace("_", "")).doubleValue());
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static TemplateValue round(TemplateValue input, TemplateArguments arguments) {
        TemplateValue given = arguments.get(0, "precision", TemplateValue.IntValue.of(0));
        String method =
                arguments.get(1, "method", TextValue.of("common", Origin.FRAME)).word();
        if (!List.of("common", "ceil", "floor").contains(method)) {
            throw new TemplateException(PythonError.FILTER_ARGUMENT_ERROR, "method must be common, ceil or floor");
        }
        if (!method.equals("common")) {
            ValueCoercion.refuseUndefined(input);
            return towards(input, ValueCoercion.index(given), method.equals("ceil"));
        }
        if (!ValueCoercion.isNumber(input)) {
            throw TemplateException.type("type " + input.typeName() + " doesn't define __round__ method");
        }
        boolean isWhole = given instanceof TemplateValue.NoneValue;
        int precision = isWhole ? 0 : Math.clamp(ValueCoercion.index(given), -LONGEST_NUMBER, 400);
        if (!(input instanceof TemplateValue.FloatValue real)) {
            BigInteger number = ValueCoercion.integer(input).orElseThrow();
            return integer(precision >= 0 ? new BigDecimal(number) : half(new BigDecimal(number), precision));
        }
        double value = real.value();
        if (isWhole) {
            return integer(half(finite(value), 0));
        }
        double rounded =
                Double.isFinite(value) ? half(new BigDecimal(value), precision).doubleValue() : value;
        return TemplateValue.FloatValue.of(rounded == 0 ? Math.copySign(0, value) : rounded);
    }

    private static BigDecimal half(BigDecimal number, int precision) {
        return number.setScale(precision, RoundingMode.HALF_EVEN);
    }

    private static TemplateValue integer(BigDecimal number) {
        return TemplateValue.IntValue.of(number.toBigInteger());
    }

    private static BigDecimal finite(double value) {
        if (Double.isNaN(value)) {
            throw TemplateException.value("cannot convert float NaN to integer");
        }
        if (Double.isInfinite(value)) {
            throw new TemplateException(PythonError.OVERFLOW_ERROR, "cannot convert float infinity to integer");
        }
        return new BigDecimal(value);
    }

    /// As jinja2 does it: a multiple of a power of ten, rounded to an integer and divided again, each inexactly.
    private static TemplateValue towards(TemplateValue input, int precision, boolean isUp) {
        double power = Math.pow(10, precision);
        if (!ValueCoercion.isNumber(input)) {
            throw TemplateException.type("must be real number, not " + input.typeName());
        }
        BigDecimal whole =
                finite(Arithmetic.real(input) * power).setScale(0, isUp ? RoundingMode.CEILING : RoundingMode.FLOOR);
        return TemplateValue.FloatValue.of(whole.doubleValue() / power);
    }

    private static TemplateValue sum(RenderState state, TemplateValue input, TemplateArguments arguments) {
        UnaryOperator<TemplateValue> attribute = AttributePath.argument(state, arguments, 0);
        TemplateValue total = arguments.get(1, "start", TemplateValue.IntValue.of(0));
        if (total instanceof TextValue) {
            throw TemplateException.type("sum() can't sum strings [use ''.join(seq) instead]");
        }
        Iterator<TemplateValue> items = Iteration.over(state, input);
        while (items.hasNext()) {
            total = Arithmetic.apply(state, ArithmeticOperator.ADD, total, attribute.apply(items.next()));
        }
        return total;
    }
}
