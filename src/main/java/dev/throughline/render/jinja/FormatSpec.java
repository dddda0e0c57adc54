package dev.throughline.render.jinja;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A format specification such as `>8,.2f`. Source: Python's library reference, "Format Specification Mini-Language".
final class FormatSpec {
    private static final Pattern FORM = Pattern.compile("(?s)(?:(?<fill>.)?(?<align>[<>=^]))?(?<sign>[-+ ])?(?<zero>z)?"
            + "(?<alternate>#)?(?<pad>0)?(?<width>\\d{1,5})?(?<group>[,_])?(?:\\.(?<precision>\\d{1,4}))?"
            + "(?<type>.)?");
    private static final int SIGNIFICANT = 6;

    private final RenderState state;
    private final Matcher spec;

    private FormatSpec(RenderState state, Matcher spec) {
        this.state = state;
        this.spec = spec;
    }

    /// The value in this form; its text keeps its origin.
    static TextValue format(RenderState state, TemplateValue value, String spec) {
        state.budget().scan(8L * spec.length());
        if (spec.isEmpty()) {
            return PythonText.str(state, value);
        }
        if (!(value instanceof TextValue) && !ValueCoercion.isNumber(value)) {
            throw TemplateException.type("unsupported format string passed to " + value.typeName() + ".__format__");
        }
        Matcher read = FORM.matcher(CheckedText.of(spec));
        if (!read.matches()) {
            throw TemplateException.value("Invalid format specifier '" + TemplateException.quoted(spec)
                    + "' for object of type '" + value.typeName() + "'");
        }
        return new FormatSpec(state, read).format(value);
    }

    private TextValue format(TemplateValue value) {
        if (value instanceof TextValue text) {
            return padded(text(text), "<", 0);
        }
        String type = spec.group("type") == null ? "" : spec.group("type");
        boolean isReal = value instanceof TemplateValue.FloatValue || "eEfFgG%".contains(type) && !type.isEmpty();
        checkGrouping(type);
        if (!isReal && (spec.group("zero") != null || spec.group("precision") != null)) {
            throw TemplateException.value("Precision and z not allowed in integer format specifier");
        }
        if (!isReal && type.equals("c") && (spec.group("sign") != null || spec.group("alternate") != null)) {
            throw TemplateException.value("Sign and # not allowed with integer format specifier 'c'");
        }
        if (value instanceof TemplateValue.BoolValue && type.isEmpty()) {
            // As Python: a bool is written as a number once there is any specification.
            return number(Integer.toString(value.isTrue() ? 1 : 0), value);
        }
        String plain = isReal ? real(value, type) : integer(value, type);
        return number(plain, value);
    }

    private void checkGrouping(String type) {
        String mark = spec.group("group");
        boolean isAllowed = mark == null || "deEfFgG%".contains(type) || mark.equals("_") && "xXob".contains(type);
        if (!isAllowed) {
            throw TemplateException.value("Cannot specify '" + mark + "' with '" + type + "'.");
        }
    }

    private TextValue text(TextValue text) {
        String type = spec.group("type");
        if (type != null && !type.equals("s")) {
            throw unknown(type, "str");
        }
        if (spec.group("sign") != null) {
            throw TemplateException.value("Sign not allowed in string format specifier");
        }
        if (spec.group("group") != null
                || spec.group("zero") != null
                || "=".equals(spec.group("align"))
                || spec.group("alternate") != null) {
            throw TemplateException.value("not allowed in string format specifier");
        }
        String precision = spec.group("precision");
        return precision == null
                ? text
                : text.substring(
                        state.budget(),
                        0,
                        CodePoints.offset(
                                text.value(), Math.min(Integer.parseInt(precision), CodePoints.length(text.value()))));
    }

    private TextValue number(String plain, TemplateValue value) {
        boolean isNegative = plain.startsWith("-");
        String digits = isNegative ? plain.substring(1) : plain;
        String sign = isNegative
                ? "-"
                : spec.group("sign") == null || spec.group("sign").equals("-") ? "" : spec.group("sign");
        String prefix = sign + (spec.group("alternate") == null ? "" : prefix());
        boolean isZeroPadded = spec.group("pad") != null && spec.group("fill") == null;
        if (isZeroPadded && spec.group("align") == null || "=".equals(spec.group("align"))) {
            int width = spec.group("width") == null ? 0 : Integer.parseInt(spec.group("width"));
            String fill = isZeroPadded ? "0" : spec.group("fill") == null ? " " : spec.group("fill");
            return state.text(prefix + filled(digits, width - prefix.length(), fill), value.valueOrigin());
        }
        return padded(state.text(prefix + digits, value.valueOrigin()), ">", 0);
    }

    /// Fills from the left; zeros before grouped digits are grouped too.
    private String filled(String digits, int width, String fill) {
        String grouping = spec.group("group");
        if (grouping == null || !fill.equals("0")) {
            return fill.repeat(Math.max(0, width - digits.length())) + digits;
        }
        int size = groupSize();
        String before = whole(digits, size);
        String rest = digits.substring(before.length());
        String grown = before.replace(grouping, "");
        while (grown.length() + (grown.length() - 1) / size + rest.length() < width) {
            grown = "0" + grown;
        }
        return grouped(grown, grouping, size) + rest;
    }

    /// Digits of other radices than ten are grouped by four.
    private int groupSize() {
        String type = spec.group("type");
        return type != null && "xXob".contains(type) ? 4 : 3;
    }

    private String prefix() {
        return switch (spec.group("type") == null ? "" : spec.group("type")) {
            case "x" -> "0x";
            case "X" -> "0X";
            case "o" -> "0o";
            case "b" -> "0b";
            default -> "";
        };
    }

    private TextValue padded(TextValue text, String standard, int used) {
        int width = spec.group("width") == null ? 0 : Integer.parseInt(spec.group("width"));
        int missing = width - used - CodePoints.length(text.value());
        if (missing <= 0) {
            return text;
        }
        String align = spec.group("align") == null ? standard : spec.group("align");
        String fill = spec.group("fill") != null ? spec.group("fill") : spec.group("pad") != null ? "0" : " ";
        int before = switch (align) {
            case "<" -> 0;
            case "^" -> missing / 2;
            default -> missing;
        };
        return state.builder()
                .append(fill.repeat(before), state.origin())
                .append(text)
                .append(fill.repeat(missing - before), state.origin())
                .build();
    }

    private String integer(TemplateValue value, String type) {
        BigInteger number = ValueCoercion.integer(value).orElseThrow();
        state.budget().scan(number.bitLength() * (1L + number.bitLength() / 256));
        String grouping = spec.group("group");
        return switch (type) {
            case "", "d", "n" -> signed(number.toString(), grouping, 3);
            case "x" -> signed(number.toString(16), grouping, 4);
            case "X" -> signed(number.toString(16).toUpperCase(Locale.ROOT), grouping, 4);
            case "o" -> signed(number.toString(8), grouping, 4);
            case "b" -> signed(number.toString(2), grouping, 4);
            case "c" -> character(number);
            default -> throw unknown(type, value.typeName());
        };
    }

    static String character(BigInteger number) {
        if (number.signum() < 0 || number.bitLength() > 21 || !Character.isValidCodePoint(number.intValue())) {
            throw new TemplateException(PythonError.OVERFLOW_ERROR, "%c arg not in range(0x110000)");
        }
        return Character.toString(number.intValue());
    }

    private String real(TemplateValue value, String type) {
        double number = Arithmetic.real(value);
        String precision = spec.group("precision");
        Optional<Integer> digits = Optional.ofNullable(precision).map(Integer::valueOf);
        String written = real(number, type, digits, spec.group("alternate") != null);
        boolean isZero = spec.group("zero") != null && written.matches("-[0.]+([eE].*|%)?");
        return signed(isZero ? written.substring(1) : written, spec.group("group"), 3);
    }

    /// A double in one of the forms `e`, `f`, `g`, `%`, or without a form.
    ///
    /// @param isAlternate whether a point and the zeros behind it are kept
    static String real(double number, String type, Optional<Integer> digits, boolean isAlternate) {
        String lower = type.toLowerCase(Locale.ROOT);
        boolean isUpper = !type.isEmpty() && !type.equals(lower);
        String written;
        if (!Double.isFinite(number)) {
            written = PythonFloat.repr(number) + (lower.equals("%") ? "%" : "");
        } else {
            written = switch (lower) {
                case "e" -> scientific(number, digits.orElse(SIGNIFICANT));
                case "f" -> fixed(number, digits.orElse(SIGNIFICANT));
                case "%" -> fixed(number * 100, digits.orElse(SIGNIFICANT)) + "%";
                case "g", "n" -> general(number, Math.max(1, digits.orElse(SIGNIFICANT)), false, isAlternate);
                case "" ->
                    digits.map(known -> general(number, Math.max(1, known), true, isAlternate))
                            .orElseGet(() -> PythonFloat.repr(number));
                default -> throw unknown(type, "float");
            };
        }
        String pointed = isAlternate && Double.isFinite(number) ? pointed(written) : written;
        return isUpper ? pointed.toUpperCase(Locale.ROOT) : pointed;
    }

    private static String pointed(String written) {
        return written.contains(".") ? written : written.replaceFirst("(?=[e%]|$)", ".");
    }

    private static boolean isNegative(double number) {
        return number < 0 || number == 0 && 1 / number < 0;
    }

    private static String fixed(double number, int digits) {
        String plain = new BigDecimal(Math.abs(number))
                .setScale(digits, RoundingMode.HALF_EVEN)
                .toPlainString();
        return isNegative(number) ? "-" + plain : plain;
    }

    private static String scientific(double number, int digits) {
        String sign = isNegative(number) ? "-" : "";
        BigDecimal exact = new BigDecimal(Math.abs(number)).round(new MathContext(digits + 1, RoundingMode.HALF_EVEN));
        int exponent = exact.signum() == 0 ? 0 : exact.precision() - exact.scale() - 1;
        String mantissa = exact.movePointLeft(exponent)
                .setScale(digits, RoundingMode.HALF_EVEN)
                .toPlainString();
        return sign + mantissa + "e" + (exponent < 0 ? "-" : "+") + "%02d".formatted(Math.abs(exponent));
    }

    /// As `%g`: fixed for exponents from -4 below the precision, without trailing zeros. A float without a form keeps
    /// one digit behind the point, and becomes scientific one digit earlier.
    private static String general(double number, int digits, boolean isPlain, boolean isAlternate) {
        String sign = isNegative(number) ? "-" : "";
        if (number == 0) {
            return sign + (isAlternate ? "0." + "0".repeat(digits - 1) : isPlain ? "0.0" : "0");
        }
        BigDecimal exact = new BigDecimal(Math.abs(number)).round(new MathContext(digits, RoundingMode.HALF_EVEN));
        int exponent = exact.precision() - exact.scale() - 1;
        BigDecimal stripped = isAlternate
                ? exact.setScale(digits - 1 - exponent, RoundingMode.UNNECESSARY)
                : exact.stripTrailingZeros();
        if (exponent < -4 || exponent >= (isPlain ? digits - 1 : digits)) {
            String mantissa = new BigDecimal(stripped.unscaledValue(), stripped.precision() - 1).toPlainString();
            return sign + mantissa + "e" + (exponent < 0 ? "-" : "+") + "%02d".formatted(Math.abs(exponent));
        }
        String plain = stripped.toPlainString();
        return sign + (isPlain && !plain.contains(".") ? plain + ".0" : plain);
    }

    private static String signed(String number, @Nullable String grouping, int size) {
        if (grouping == null) {
            return number;
        }
        boolean isNegative = number.startsWith("-");
        return (isNegative ? "-" : "") + grouped(isNegative ? number.substring(1) : number, grouping, size);
    }

    private static String grouped(String number, String grouping, int size) {
        String whole = whole(number, size);
        StringBuilder out = new StringBuilder();
        for (int at = 0; at < whole.length(); at++) {
            if (at > 0 && (whole.length() - at) % size == 0) {
                out.append(grouping);
            }
            out.append(whole.charAt(at));
        }
        return out.append(number.substring(whole.length())).toString();
    }

    /// What stands before the point, the exponent or the percent sign; all of a number of another radix.
    private static String whole(String number, int size) {
        return size == 3 ? number.replaceFirst("[^0-9,_].*$", "") : number;
    }

    private static TemplateException unknown(String type, String of) {
        return TemplateException.value("Unknown format code '" + type + "' for object of type '" + of + "'");
    }
}
