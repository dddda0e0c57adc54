package dev.throughline.render.jinja;

import java.math.BigDecimal;
import java.math.MathContext;

/// Python's `repr` of a float: the shortest digits that read back, with an exponent below 1e-4 and from 1e16 on.
final class PythonFloat {
    private PythonFloat() {}

    static String repr(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal exact = shortest(Math.abs(value)).stripTrailingZeros();
        String digits = exact.unscaledValue().toString();
        int exponent = digits.length() - exact.scale() - 1;
        return (value < 0 ? "-" : "") + (exponent < -4 || exponent >= 16 ? scientific(digits, exponent) : plain(exact));
    }

    /// Java writes two digits where one is enough, which differs for the smallest numbers.
    private static BigDecimal shortest(double value) {
        BigDecimal written = new BigDecimal(Double.toString(value));
        BigDecimal one = written.round(new MathContext(1));
        return value < Double.MIN_NORMAL && one.doubleValue() == value ? one : written;
    }

    private static String plain(BigDecimal value) {
        String text = value.toPlainString();
        return text.contains(".") ? text : text + ".0";
    }

    private static String scientific(String digits, int exponent) {
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + "%02d".formatted(Math.abs(exponent));
    }
}
