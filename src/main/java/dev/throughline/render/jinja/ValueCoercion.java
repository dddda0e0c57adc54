package dev.throughline.render.jinja;

import java.math.BigInteger;
import java.util.Optional;

/// The number that a value stands for.
public final class ValueCoercion {
    private ValueCoercion() {}

    public static boolean isNumber(TemplateValue value) {
        return value instanceof TemplateValue.IntValue
                || value instanceof TemplateValue.FloatValue
                || value instanceof TemplateValue.BoolValue;
    }

    public static Optional<BigInteger> integer(TemplateValue value) {
        return switch (value) {
            case TemplateValue.IntValue number -> Optional.of(number.value());
            case TemplateValue.BoolValue bool -> Optional.of(bool.value() ? BigInteger.ONE : BigInteger.ZERO);
            default -> Optional.empty();
        };
    }

    /// The integer that `value` is, within the range of an `int`.
    public static int index(TemplateValue value) {
        if (value instanceof TemplateValue.UndefinedValue undefined) {
            throw undefined.raised();
        }
        BigInteger number = integer(value)
                .orElseThrow(() -> TemplateException.type(
                        "'" + value.typeName() + "' object cannot be interpreted as an integer"));
        return number.max(BigInteger.valueOf(Integer.MIN_VALUE / 2))
                .min(BigInteger.valueOf(Integer.MAX_VALUE / 2))
                .intValue();
    }

    public static double asDouble(TemplateValue value) {
        return value instanceof TemplateValue.FloatValue number
                ? number.value()
                : integer(value).orElseThrow().doubleValue();
    }

    public static void refuseUndefined(TemplateValue value) {
        if (value instanceof TemplateValue.UndefinedValue undefined) {
            throw undefined.raised();
        }
    }
}
