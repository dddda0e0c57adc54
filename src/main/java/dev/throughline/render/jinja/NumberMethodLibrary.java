package dev.throughline.render.jinja;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/// The attributes and methods of Python's `int`, `bool` and `float`.
final class NumberMethodLibrary {
    private NumberMethodLibrary() {}

    /// @param number one for which [ValueCoercion#isNumber] holds
    static Optional<TemplateValue> find(TemplateValue number, String name) {
        return number instanceof TemplateValue.FloatValue real
                ? ofFloat(real, name)
                : ofInteger(ValueCoercion.integer(number).orElseThrow(), name);
    }

    private static Optional<TemplateValue> ofInteger(BigInteger number, String name) {
        TemplateValue same = TemplateValue.IntValue.of(number);
        return switch (name) {
            case "real", "numerator" -> Optional.of(same);
            case "imag" -> Optional.of(TemplateValue.IntValue.of(0));
            case "denominator" -> Optional.of(TemplateValue.IntValue.of(1));
            case "conjugate" -> method(name, same);
            case "bit_length" ->
                method(name, TemplateValue.IntValue.of(number.abs().bitLength()));
            case "bit_count" ->
                method(name, TemplateValue.IntValue.of(number.abs().bitCount()));
            case "as_integer_ratio" ->
                method(name, new TemplateValue.TupleValue(List.of(same, TemplateValue.IntValue.of(1))));
            default -> Optional.empty();
        };
    }

    private static Optional<TemplateValue> ofFloat(TemplateValue.FloatValue number, String name) {
        double value = number.value();
        return switch (name) {
            case "real" -> Optional.of(number);
            case "imag" -> Optional.of(TemplateValue.FloatValue.of(0));
            case "conjugate" -> method(name, number);
            case "is_integer" -> method(name, TemplateValue.of(Double.isFinite(value) && value == Math.rint(value)));
            case "as_integer_ratio" ->
                Optional.of(
                        new TemplateValue.FunctionValue("builtin_function_or_method", name, (_, _) -> ratio(value)));
            default -> Optional.empty();
        };
    }

    private static TemplateValue ratio(double value) {
        if (!Double.isFinite(value)) {
            throw Double.isNaN(value)
                    ? TemplateException.value("cannot convert NaN to integer ratio")
                    : new TemplateException(PythonError.OVERFLOW_ERROR, "cannot convert Infinity to integer ratio");
        }
        BigDecimal exact = new BigDecimal(value);
        BigInteger denominator = BigInteger.ONE.shiftLeft(Math.max(0, exact.scale()));
        BigInteger numerator = exact.multiply(new BigDecimal(denominator)).toBigInteger();
        BigInteger common = numerator.gcd(denominator);
        BigInteger shared = common.signum() == 0 ? denominator : common;
        return new TemplateValue.TupleValue(List.of(
                TemplateValue.IntValue.of(numerator.divide(shared)),
                TemplateValue.IntValue.of(denominator.divide(shared))));
    }

    private static Optional<TemplateValue> method(String name, TemplateValue result) {
        return Optional.of(new TemplateValue.FunctionValue("builtin_function_or_method", name, (_, _) -> result));
    }
}
