package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.value.Origin;
import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateArguments;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.TextBuilder;
import dev.throughline.render.jinja.value.Value;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `format % values`.
public final class PercentFormat {
    private static final Pattern DIRECTIVE = Pattern.compile("%(?:\\((?<key>[^)]*)\\))?(?<flags>[-+ #0]*)"
            + "(?<width>\\d{1,4})?(?:\\.(?<precision>\\d{1,3}))?(?<kind>[a-zA-Z%])");

    private final RenderState state;
    private final List<Value> values;
    private final Value all;
    private int next;

    private PercentFormat(RenderState state, Value all) {
        this.state = state;
        this.all = all;
        this.values = all instanceof Value.TupleValue tuple ? tuple.items() : List.of(all);
    }

    public static Text format(RenderState state, Text format, Value values) {
        return new PercentFormat(state, values).write(format);
    }

    private Text write(Text format) {
        TextBuilder out = state.builder();
        Matcher directive = DIRECTIVE.matcher(format.value());
        int from = 0;
        while (directive.find()) {
            out.append(format, from, directive.start());
            if (directive.group("kind").equals("%")) {
                out.append(format, directive.end() - 1, directive.end());
            } else {
                out.append(field(directive));
            }
            from = directive.end();
        }
        if (format.value().indexOf('%', from) >= 0) {
            throw TemplateException.value("incomplete format");
        }
        if (next < values.size() && all instanceof Value.TupleValue) {
            throw TemplateException.type("not all arguments converted during string formatting");
        }
        if (next == 0 && from == 0 && !isMapping()) {
            throw TemplateException.type("not all arguments converted during string formatting");
        }
        return out.append(format, from, format.value().length()).build();
    }

    /// Python takes whatever has items, but a tuple or a string, for a mapping, of which nothing need be used.
    private boolean isMapping() {
        return switch (all) {
            case Value.DictValue _, Value.ListValue _, Value.RangeValue _, Value.TupleValue _ -> true;
            default -> false;
        };
    }

    private Text field(Matcher directive) {
        Value value = value(directive.group("key"));
        Text plain = convert(directive, value);
        int width = directive.group("width") == null ? 0 : Integer.parseInt(directive.group("width"));
        String flags = directive.group("flags");
        TemplateArguments padding = TemplateArguments.of(Value.IntValue.of(width));
        if (flags.contains("0") && !flags.contains("-") && Arithmetic.isNumber(value)) {
            return TextPad.zeros(state, plain, padding);
        }
        return TextPad.pad(state, plain, padding, flags.contains("-") ? 0 : 2);
    }

    private Value value(@org.jspecify.annotations.Nullable String key) {
        if (key != null) {
            return AttributeLookup.item(state, all, Text.of(key, Origin.FRAME));
        }
        if (next >= values.size()) {
            throw TemplateException.type("not enough arguments for format string");
        }
        return values.get(next++);
    }

    private Text convert(Matcher directive, Value value) {
        String precision = directive.group("precision");
        return switch (directive.group("kind")) {
            case "s" -> cut(PythonText.str(state, value), precision);
            case "r", "a" -> cut(PythonText.repr(state, value), precision);
            case "d", "i", "u" -> number(directive, integer(value), 10);
            case "x" -> number(directive, integer(value), 16);
            case "o" -> number(directive, integer(value), 8);
            case "f", "F" -> state.text(fixed(value, precision), value.valueOrigin());
            case "c" -> PythonText.str(state, value);
            default -> throw TemplateException.value("unsupported format character '" + directive.group("kind") + "'");
        };
    }

    private static Text cut(Text text, @org.jspecify.annotations.Nullable String precision) {
        return precision == null
                ? text
                : text.substring(0, Math.min(text.value().length(), Integer.parseInt(precision)));
    }

    private Text number(Matcher directive, Value value, int radix) {
        String digits = Arithmetic.integer(value).orElseThrow().toString(radix);
        boolean isSigned = directive.group("flags").contains("+") && !digits.startsWith("-");
        return state.text(isSigned ? "+" + digits : digits, value.valueOrigin());
    }

    private static Value integer(Value value) {
        if (value instanceof Value.FloatValue number) {
            return new Value.IntValue(new java.math.BigDecimal(number.value()).toBigInteger(), number.origin());
        }
        if (Arithmetic.integer(value).isEmpty()) {
            throw TemplateException.type("%d format: a real number is required, not " + value.typeName());
        }
        return value;
    }

    private static String fixed(Value value, @org.jspecify.annotations.Nullable String precision) {
        if (!Arithmetic.isNumber(value)) {
            throw TemplateException.type("must be real number, not " + value.typeName());
        }
        int digits = precision == null ? 6 : Integer.parseInt(precision);
        return new java.math.BigDecimal(Arithmetic.asDouble(value))
                .setScale(digits, java.math.RoundingMode.HALF_EVEN)
                .toPlainString();
    }
}
