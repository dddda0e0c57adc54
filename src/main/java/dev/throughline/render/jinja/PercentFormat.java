package dev.throughline.render.jinja;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `format % values`.
public final class PercentFormat {
    private static final Pattern DIRECTIVE = Pattern.compile("%(?:\\((?<key>[^)]*)\\))?(?<flags>[-+ #0]*)"
            + "(?<width>\\d{1,4})?(?:\\.(?<precision>\\d{1,3}))?(?<kind>[a-zA-Z%])");

    private final RenderState state;
    private final List<TemplateValue> values;
    private final TemplateValue all;
    private int next;

    private PercentFormat(RenderState state, TemplateValue all) {
        this.state = state;
        this.all = all;
        this.values = all instanceof TemplateValue.TupleValue tuple ? tuple.items() : List.of(all);
    }

    public static TextValue format(RenderState state, TextValue format, TemplateValue values) {
        return new PercentFormat(state, values).write(format);
    }

    private TextValue write(TextValue format) {
        state.budget().scan(format.value().length());
        TextValueBuilder out = state.builder();
        Matcher directive = DIRECTIVE.matcher(format.value());
        int from = 0;
        for (int at = format.value().indexOf('%'); at >= 0; at = format.value().indexOf('%', from)) {
            if (!directive.region(at, format.value().length()).lookingAt()) {
                throw TemplateException.value("incomplete format");
            }
            out.append(format, from, at);
            if (directive.group("kind").equals("%")) {
                out.append(format, directive.end() - 1, directive.end());
            } else {
                out.append(field(directive));
            }
            from = directive.end();
        }
        if (next < values.size() && all instanceof TemplateValue.TupleValue) {
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
            case TemplateValue.DictValue _,
                    TemplateValue.ListValue _,
                    TemplateValue.RangeValue _,
                    TemplateValue.TupleValue _ -> true;
            default -> false;
        };
    }

    private TextValue field(Matcher directive) {
        TemplateValue templateValue = value(directive.group("key"));
        TextValue plain = convert(directive, templateValue);
        int width = directive.group("width") == null ? 0 : Integer.parseInt(directive.group("width"));
        String flags = directive.group("flags");
        TemplateArguments padding = TemplateArguments.of(TemplateValue.IntValue.of(width));
        if (flags.contains("0") && !flags.contains("-") && ValueCoercion.isNumber(templateValue)) {
            return TextPad.zeros(state, plain, padding);
        }
        return TextPad.pad(state, plain, padding, flags.contains("-") ? 0 : 2);
    }

    private TemplateValue value(@org.jspecify.annotations.Nullable String key) {
        if (key != null) {
            return AttributeLookup.item(state, all, TextValue.of(key, Origin.FRAME));
        }
        if (next >= values.size()) {
            throw TemplateException.type("not enough arguments for format string");
        }
        return values.get(next++);
    }

    private TextValue convert(Matcher directive, TemplateValue templateValue) {
        String precision = directive.group("precision");
        return switch (directive.group("kind")) {
            case "s" -> cut(PythonText.str(state, templateValue), precision);
            case "r", "a" -> cut(PythonText.repr(state, templateValue), precision);
            case "d", "i", "u" -> number(directive, integer(templateValue), 10);
            case "x", "X" -> number(directive, integer(templateValue), 16);
            case "o" -> number(directive, integer(templateValue), 8);
            case "f", "F", "e", "E", "g", "G" -> real(directive, templateValue);
            case "c" -> PythonText.str(state, templateValue);
            default -> throw TemplateException.value("unsupported format character '" + directive.group("kind") + "'");
        };
    }

    private TextValue cut(TextValue textValue, @org.jspecify.annotations.Nullable String precision) {
        return precision == null
                ? textValue
                : textValue.substring(
                        state.budget(), 0, Math.min(textValue.value().length(), Integer.parseInt(precision)));
    }

    private TextValue number(Matcher directive, TemplateValue templateValue, int radix) {
        BigInteger number = ValueCoercion.integer(templateValue).orElseThrow();
        String digits = number.abs().toString(radix);
        boolean isPrefixed = directive.group("flags").contains("#") && radix != 10;
        String written = (isPrefixed ? radix == 16 ? "0x" : "0o" : "") + digits;
        String cased = directive.group("kind").equals("X") ? written.toUpperCase(Locale.ROOT) : written;
        return state.text(sign(directive, number.signum() < 0) + cased, templateValue.valueOrigin());
    }

    private static String sign(Matcher directive, boolean isNegative) {
        String flags = directive.group("flags");
        return isNegative ? "-" : flags.contains("+") ? "+" : flags.contains(" ") ? " " : "";
    }

    private TextValue real(Matcher directive, TemplateValue templateValue) {
        if (!ValueCoercion.isNumber(templateValue)) {
            throw TemplateException.type("must be real number, not " + templateValue.typeName());
        }
        String written = FormatSpec.real(
                ValueCoercion.asDouble(templateValue),
                directive.group("kind"),
                Optional.ofNullable(directive.group("precision")).map(Integer::valueOf));
        boolean isNegative = written.startsWith("-");
        return state.text(
                sign(directive, isNegative) + (isNegative ? written.substring(1) : written),
                templateValue.valueOrigin());
    }

    private static TemplateValue integer(TemplateValue templateValue) {
        if (templateValue instanceof TemplateValue.FloatValue number) {
            return new TemplateValue.IntValue(new java.math.BigDecimal(number.value()).toBigInteger(), number.origin());
        }
        if (ValueCoercion.integer(templateValue).isEmpty()) {
            throw TemplateException.type("%d format: a real number is required, not " + templateValue.typeName());
        }
        return templateValue;
    }
}
