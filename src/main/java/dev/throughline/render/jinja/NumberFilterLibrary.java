package dev.throughline.render.jinja;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Filters on numbers.
final class NumberFilterLibrary {
    private static final int LONGEST_NUMBER = 4_300;

    private NumberFilterLibrary() {}

    static void addTo(Map<String, JinjaFilter> filters) {
        filters.put("abs", (_, input, _) -> absolute(input));
        filters.put("int", (state, input, args) -> integer(state, input, args));
        filters.put(
                "float",
                (state, input, args) -> real(state, input)
                        .<TemplateValue>map(value -> new TemplateValue.FloatValue(value, input.valueOrigin()))
                        .orElseGet(() -> args.get(0, "default", new TemplateValue.FloatValue(0, Origin.FRAME))));
        filters.put("round", (_, input, args) -> round(input, args));
        filters.put("sum", NumberFilterLibrary::sum);
    }

    private static TemplateValue absolute(TemplateValue input) {
        return switch (input) {
            case TemplateValue.FloatValue number ->
                new TemplateValue.FloatValue(Math.abs(number.value()), Origin.FRAME);
            case TemplateValue.IntValue number ->
                new TemplateValue.IntValue(number.value().abs(), Origin.FRAME);
            case TemplateValue.BoolValue bool -> TemplateValue.IntValue.of(bool.value() ? 1 : 0);
            default -> throw TemplateException.type("bad operand type for abs(): '" + input.typeName() + "'");
        };
    }

    private static TemplateValue integer(RenderState state, TemplateValue input, TemplateArguments arguments) {
        int base = ValueCoercion.index(arguments.get(1, "base", TemplateValue.IntValue.of(10)));
        ValueCoercion.refuseUndefined(input);
        Optional<BigInteger> found =
                input instanceof TextValue textValue ? parsed(state, textValue.value(), base) : Optional.empty();
        return found.or(() -> ValueCoercion.integer(input))
                .or(() ->
                        real(state, input).filter(Double::isFinite).map(value -> new BigDecimal(value).toBigInteger()))
                .<TemplateValue>map(value -> new TemplateValue.IntValue(value, input.valueOrigin()))
                .orElseGet(() -> arguments.get(0, "default", TemplateValue.IntValue.of(0)));
    }

    private static Optional<BigInteger> parsed(RenderState state, String text, int base) {
        charge(state, text);
        String digits = text.strip().replace("_", "").toLowerCase(Locale.ROOT);
        String plain = base == 16 ? digits.replaceFirst("^([-+]?)0x", "$1") : digits;
        if (plain.length() > LONGEST_NUMBER || base < Character.MIN_RADIX || base > Character.MAX_RADIX) {
            return Optional.empty();
        }
        try {
            return Optional.of(new BigInteger(plain, base));
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
        if (!(input instanceof TextValue textValue) || textValue.value().length() > LONGEST_NUMBER) {
            return Optional.empty();
        }
        charge(state, textValue.value());
        String digits = textValue.value().strip().toLowerCase(Locale.ROOT);
        return switch (digits) {
            case "inf", "+inf", "infinity", "+infinity" -> Optional.of(Double.POSITIVE_INFINITY);
            case "-inf", "-infinity" -> Optional.of(Double.NEGATIVE_INFINITY);
            case "nan" -> Optional.of(Double.NaN);
            default -> parsed(digits);
        };
    }

    private static Optional<Double> parsed(String digits) {
        try {
            return Optional.of(new BigDecimal(digits.replace("_", "")).doubleValue());
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static TemplateValue round(TemplateValue input, TemplateArguments arguments) {
        int precision = ValueCoercion.index(arguments.get(0, "precision", TemplateValue.IntValue.of(0)));
        String method =
                arguments.get(1, "method", TextValue.of("common", Origin.FRAME)).word();
        RoundingMode mode = switch (method) {
            case "common" -> RoundingMode.HALF_EVEN;
            case "ceil" -> RoundingMode.CEILING;
            case "floor" -> RoundingMode.FLOOR;
            default ->
                throw new TemplateException(PythonError.FILTER_ARGUMENT_ERROR, "method must be common, ceil or floor");
        };
        if (!method.equals("common")) {
            ValueCoercion.refuseUndefined(input);
        }
        if (!ValueCoercion.isNumber(input)) {
            throw TemplateException.type("type " + input.typeName() + " doesn't define __round__ method");
        }
        if (!(input instanceof TemplateValue.FloatValue) && method.equals("common") && precision >= 0) {
            return new TemplateValue.IntValue(ValueCoercion.integer(input).orElseThrow(), Origin.FRAME);
        }
        double value = ValueCoercion.asDouble(input);
        double rounded = Double.isFinite(value)
                ? new BigDecimal(value)
                        .setScale(Math.clamp(precision, -400, 400), mode)
                        .doubleValue()
                : value;
        return new TemplateValue.FloatValue(rounded == 0 ? Math.copySign(0, value) : rounded, Origin.FRAME);
    }

    private static TemplateValue sum(RenderState state, TemplateValue input, TemplateArguments arguments) {
        UnaryOperator<TemplateValue> attribute = AttributePath.argument(state, arguments, 0);
        TemplateValue total = arguments.get(1, "start", TemplateValue.IntValue.of(0));
        Iterator<TemplateValue> items = Iteration.over(state, input);
        while (items.hasNext()) {
            total = Arithmetic.apply(state, ArithmeticOperator.ADD, total, attribute.apply(items.next()));
        }
        return total;
    }
}
