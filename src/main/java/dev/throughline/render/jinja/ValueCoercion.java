package dev.throughline.render.jinja;

import java.math.BigInteger;
import java.util.Optional;

/// The number that a value stands for.
public final class ValueCoercion {
    private ValueCoercion() {}

    public static boolean isNumber(TemplateValue templateValue) {
        return templateValue instanceof TemplateValue.IntValue
                || templateValue instanceof TemplateValue.FloatValue
                || templateValue instanceof TemplateValue.BoolValue;
    }

    public static Optional<BigInteger> integer(TemplateValue templateValue) {
        return switch (templateValue) {
            case TemplateValue.IntValue number -> Optional.of(number.value());
            case TemplateValue.BoolValue bool -> Optional.of(bool.value() ? BigInteger.ONE : BigInteger.ZERO);
            default -> Optional.empty();
        };
    }

    /// The integer that `value` is, within the range of an `int`.
    public static int index(TemplateValue templateValue) {
        if (templateValue instanceof TemplateValue.UndefinedValue undefined) {
            throw undefined.raised();
        }
        BigInteger number = integer(templateValue)
                .orElseThrow(() -> TemplateException.type(
                        "'" + templateValue.typeName() + "' object cannot be interpreted as an integer"));
        return number.max(BigInteger.valueOf(Integer.MIN_VALUE / 2))
                .min(BigInteger.valueOf(Integer.MAX_VALUE / 2))
                .intValue();
    }

    public static double asDouble(TemplateValue templateValue) {
        return templateValue instanceof TemplateValue.FloatValue number
                ? number.value()
                : integer(templateValue).orElseThrow().doubleValue();
    }

    public static void refuseUndefined(TemplateValue templateValue) {
        if (templateValue instanceof TemplateValue.UndefinedValue undefined) {
            throw undefined.raised();
        }
    }
}
