package dev.throughline.render.jinja;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// `format % values`. Source: CPython 3.11, `unicode_format_arg` in `Objects/unicodeobject.c`.
public final class PercentFormat {
    private static final int MOST_DIGITS = 1_000_000;

    private final RenderState state;
    private final TextValue format;
    private final String text;
    private final boolean isMapping;
    private TemplateValue all;
    private List<TemplateValue> values;
    private int next;
    private int at;

    private PercentFormat(RenderState state, TextValue format, TemplateValue all) {
        this.state = state;
        this.format = format;
        this.text = format.value();
        this.all = all;
        this.values = all instanceof TemplateValue.TupleValue tuple ? tuple.items() : List.of(all);
        this.isMapping = switch (all) {
            case TemplateValue.DictValue _,
                    TemplateValue.ListValue _,
                    TemplateValue.RangeValue _,
                    TemplateValue.UndefinedValue _ -> true;
            default -> false;
        };
    }

    /// One directive: its flags, sizes (negative if absent) and conversion.
    private record Directive(String flags, int width, int precision, char kind) {
        boolean has(char flag) {
            return flags.indexOf(flag) >= 0;
        }
    }

    public static TextValue format(RenderState state, TextValue format, TemplateValue values) {
        return new PercentFormat(state, format, values).write();
    }

    private TextValue write() {
        state.budget().scan(text.length());
        TextValueBuilder out = state.builder();
        int from = 0;
        for (at = text.indexOf('%'); at >= 0; at = text.indexOf('%', from)) {
            out.append(format, from, at++);
            if (at < text.length() && text.charAt(at) == '%') {
                out.append(format, at, ++at);
            } else {
                out.append(field(directive()));
            }
            from = at;
        }
        if (next < values.size() && !isMapping) {
            throw TemplateException.type("not all arguments converted during string formatting");
        }
        return out.append(format, from, text.length()).build();
    }

    private Directive directive() {
        if (peek() == '(') {
            key();
        }
        StringBuilder flags = new StringBuilder();
        while ("-+ #0".indexOf(peek()) >= 0) {
            flags.append(text.charAt(at++));
        }
        int width = size();
        if (width < -1) {
            flags.append('-');
        }
        int precision = -1;
        if (peek() == '.') {
            at++;
            precision = Math.max(0, size());
        }
        if ("hlL".indexOf(peek()) >= 0) {
            at++;
        }
        char kind = peek();
        at++;
        return new Directive(flags.toString(), width < -1 ? -width : Math.max(0, width), precision, kind);
    }

    /// The character at the cursor. A format that ends within a directive is an error.
    private char peek() {
        state.budget().compared(1);
        if (at >= text.length()) {
            throw TemplateException.value("incomplete format");
        }
        return text.charAt(at);
    }

    /// Looks up the name in parentheses, which may hold others; its value is the only argument from here on.
    private void key() {
        if (!isMapping) {
            throw TemplateException.type("format requires a mapping");
        }
        int from = ++at;
        for (int open = 1; open > 0; at++) {
            if (at >= text.length()) {
                throw TemplateException.value("incomplete format key");
            }
            open += text.charAt(at) == '(' ? 1 : text.charAt(at) == ')' ? -1 : 0;
        }
        state.budget().scan(at - from);
        values = List.of(member(TextValue.of(text.substring(from, at - 1), Origin.FRAME)));
        next = 0;
    }

    private TemplateValue member(TextValue name) {
        ValueCoercion.refuseUndefined(all);
        if (!(all instanceof TemplateValue.DictValue dict)) {
            throw TemplateException.type(all.typeName() + " indices must be integers or slices, not str");
        }
        TemplateValue found = dict.entries()
                .get(ValueEquality.hashable(state, name, dict.entries().size()));
        if (found == null) {
            throw new TemplateException(PythonError.KEY_ERROR, "'" + TemplateException.quoted(name.value()) + "'");
        }
        return found;
    }

    /// A width or precision: digits, or `*` for the next argument; -1 if there is none.
    private int size() {
        if (peek() == '*') {
            at++;
            TemplateValue given = argument();
            BigInteger size = ValueCoercion.integer(given).orElseThrow(() -> TemplateException.type("* wants int"));
            if (size.bitLength() > 31) {
                throw new TemplateException(PythonError.OVERFLOW_ERROR, "Python int too large to convert to C ssize_t");
            }
            return bounded(size.abs().longValue()) * (size.signum() < 0 ? -1 : 1);
        }
        if (!isDigit(peek())) {
            return -1;
        }
        long size = 0;
        while (isDigit(peek())) {
            size = bounded(size * 10 + text.charAt(at++) - '0');
        }
        return (int) size;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int bounded(long size) {
        if (size > MOST_DIGITS) {
            throw RenderBudget.exceeded("a format of more than " + MOST_DIGITS + " characters");
        }
        return (int) size;
    }

    private TemplateValue argument() {
        if (next >= values.size()) {
            throw TemplateException.type("not enough arguments for format string");
        }
        return values.get(next++);
    }

    private TextValue field(Directive directive) {
        TemplateValue value = argument();
        return switch (directive.kind()) {
            case 's' -> padded(directive, cut(PythonText.str(state, value), directive.precision()));
            case 'r' -> padded(directive, cut(PythonText.repr(state, value), directive.precision()));
            case 'a' -> padded(directive, cut(PythonQuotes.ascii(state, value), directive.precision()));
            case 'c' -> padded(directive, character(value));
            case 'd', 'i', 'u', 'x', 'X', 'o' -> number(directive, value, integer(directive.kind(), value));
            case 'e', 'E', 'f', 'F', 'g', 'G' -> signed(directive, value, "", real(directive, value));
            default ->
                throw TemplateException.value("unsupported format character '" + directive.kind() + "' (0x"
                        + Integer.toHexString(directive.kind()) + ") at index " + (at - 1));
        };
    }

    private TextValue padded(Directive directive, TextValue text) {
        TemplateArguments width = TemplateArguments.of(TemplateValue.IntValue.of(directive.width()));
        return TextPad.pad(state, text, width, directive.has('-') ? 0 : 2);
    }

    private TextValue cut(TextValue text, int precision) {
        return precision < 0 || precision >= CodePoints.length(text.value())
                ? text
                : text.substring(state.budget(), 0, CodePoints.offset(text.value(), precision));
    }

    private TextValue character(TemplateValue value) {
        if (value instanceof TextValue text && CodePoints.length(text.value()) == 1) {
            return text;
        }
        BigInteger code =
                ValueCoercion.integer(value).orElseThrow(() -> TemplateException.type("%c requires int or char"));
        return state.text(FormatSpec.character(code), value.valueOrigin());
    }

    private static BigInteger integer(char kind, TemplateValue value) {
        boolean isDecimal = "diu".indexOf(kind) >= 0;
        if (isDecimal) {
            ValueCoercion.refuseUndefined(value);
        }
        if (isDecimal && value instanceof TemplateValue.FloatValue real) {
            double number = real.value();
            if (!Double.isFinite(number)) {
                throw Double.isNaN(number)
                        ? TemplateException.value("cannot convert float NaN to integer")
                        : new TemplateException(PythonError.OVERFLOW_ERROR, "cannot convert float infinity to integer");
            }
            return new BigDecimal(number).toBigInteger();
        }
        return ValueCoercion.integer(value)
                .orElseThrow(() -> TemplateException.type("%" + kind + " format: "
                        + (isDecimal ? "a real number" : "an integer") + " is required, not " + value.typeName()));
    }

    private TextValue number(Directive directive, TemplateValue value, BigInteger number) {
        int radix = directive.kind() == 'o' ? 8 : directive.kind() == 'x' || directive.kind() == 'X' ? 16 : 10;
        state.budget().scan(number.bitLength() * (1L + number.bitLength() / 256));
        String digits = number.abs().toString(radix);
        state.budget().characters(Math.max(0, directive.precision()));
        String longer = "0".repeat(Math.max(0, directive.precision() - digits.length())) + digits;
        boolean isUpper = directive.kind() == 'X';
        String prefix = directive.has('#') && radix != 10 ? "0" + directive.kind() : "";
        return signed(
                directive,
                value,
                prefix,
                (number.signum() < 0 ? "-" : "") + (isUpper ? longer.toUpperCase(Locale.ROOT) : longer));
    }

    private String real(Directive directive, TemplateValue value) {
        ValueCoercion.refuseUndefined(value);
        if (!ValueCoercion.isNumber(value)) {
            throw TemplateException.type("must be real number, not " + value.typeName());
        }
        return FormatSpec.real(
                Arithmetic.real(value),
                String.valueOf(directive.kind()),
                directive.precision() < 0 ? Optional.empty() : Optional.of(directive.precision()),
                directive.has('#'));
    }

    /// With its sign, the prefix of its radix, and zeros between them and the digits.
    private TextValue signed(Directive directive, TemplateValue value, String prefix, String written) {
        boolean isNegative = written.startsWith("-");
        String digits = isNegative ? written.substring(1) : written;
        String head = (isNegative ? "-" : directive.has('+') ? "+" : directive.has(' ') ? " " : "") + prefix;
        boolean isZeroed = directive.has('0') && !directive.has('-');
        int zeros = isZeroed ? Math.max(0, directive.width() - head.length() - digits.length()) : 0;
        state.budget().characters(zeros);
        return padded(directive, state.text(head + "0".repeat(zeros) + digits, value.valueOrigin()));
    }
}
