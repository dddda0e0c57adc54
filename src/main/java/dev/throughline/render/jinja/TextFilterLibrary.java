package dev.throughline.render.jinja;

import dev.throughline.render.jinja.FilterLibrary.JinjaFilter;
import dev.throughline.render.jinja.ValueComparison.ComparisonOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/// Filters that write text.
final class TextFilterLibrary {
    private static final Pattern WORD = Pattern.compile("\\w+", Pattern.UNICODE_CHARACTER_CLASS);
    private static final String SIZES = "kMGTPEZY";
    private static final TemplateValue SPACE_WIDTH = TemplateValue.IntValue.of(80);

    private TextFilterLibrary() {}

    static void addTo(Map<String, JinjaFilter> filters) {
        filters.put("string", (state, input, _) -> PythonText.str(state, input));
        filters.put("safe", (state, input, _) -> PythonText.str(state, input).asMarkup(true));
        filters.put("escape", (state, input, _) -> HtmlEscape.escape(state, PythonText.str(state, input)));
        filters.put("e", filters.get("escape"));
        filters.put("forceescape", (state, input, _) -> HtmlEscape.forced(state, PythonText.str(state, input)));
        filters.put("upper", onText(TextCase::upper));
        filters.put("lower", onText(TextCase::lower));
        filters.put("title", onText(TextCase::words));
        filters.put("capitalize", onText(TextCase::capitalized));
        filters.put(
                "trim",
                (state, input, args) ->
                        TextTrim.strip(state, PythonText.str(state, input), args.get(0, "chars"), true, true));
        filters.put("replace", TextFilterLibrary::replace);
        filters.put("indent", TextFilterLibrary::indent);
        filters.put("format", TextFilterLibrary::format);
        filters.put("truncate", TextFilterLibrary::truncate);
        filters.put(
                "center",
                (state, input, args) -> TextPad.pad(
                        state,
                        PythonText.str(state, input),
                        TemplateArguments.of(args.get(0, "width", SPACE_WIDTH)),
                        1));
        filters.put("wordcount", (state, input, _) -> {
            String text = PythonText.str(state, input).value();
            state.budget().scan(16L * text.length());
            return TemplateValue.IntValue.of(
                    WORD.matcher(CheckedText.of(text)).results().count());
        });
        filters.put("wordwrap", TextFilterLibrary::wordWrap);
        filters.put("filesizeformat", TextFilterLibrary::fileSize);
        filters.put("pprint", (state, input, _) -> PrettyText.of(state, input));
    }

    private static JinjaFilter onText(BiFunction<RenderState, TextValue, TextValue> change) {
        return (state, input, _) -> change.apply(state, PythonText.str(state, input));
    }

    private static TemplateValue replace(RenderState state, TemplateValue input, TemplateArguments arguments) {
        TemplateValue count = arguments.get(2, "count");
        return TextSplit.replace(
                state,
                PythonText.str(state, input),
                PythonText.str(state, arguments.require("replace", 0, "old")),
                PythonText.str(state, arguments.require("replace", 1, "new")),
                count instanceof TemplateValue.NoneValue ? TemplateValue.IntValue.of(-1) : count);
    }

    private static TemplateValue indent(RenderState state, TemplateValue input, TemplateArguments arguments) {
        TemplateValue width = arguments.get(0, "width", TemplateValue.IntValue.of(4));
        TextValue unit = width instanceof TextValue text
                ? text
                : state.text(" ".repeat(Math.clamp(ValueCoercion.index(width), 0, 1000)));
        boolean isFirst = arguments.isTrue(1, "first");
        boolean isBlank = arguments.isTrue(2, "blank");
        TextValue text = state.builder()
                .append(indentable(input))
                .append("\n", state.origin())
                .build();
        TextValueBuilder out = state.builder();
        List<TemplateValue> lines = TextSplit.lines(state, text, false);
        for (int index = 0; index < lines.size(); index++) {
            TextValue line = (TextValue) lines.get(index);
            out.append(index == 0 ? "" : "\n", state.origin());
            boolean isIndented = index == 0 ? isFirst : isBlank || !line.value().isEmpty();
            out.append(isIndented ? unit : TextValue.EMPTY).append(line);
        }
        return out.build();
    }

    private static TextValue indentable(TemplateValue input) {
        ValueCoercion.refuseUndefined(input);
        if (input instanceof TextValue text) {
            return text;
        }
        if (input instanceof TemplateValue.ListValue) {
            throw new TemplateException(PythonError.ATTRIBUTE_ERROR, "'list' object has no attribute 'splitlines'");
        }
        throw TemplateException.type("unsupported operand type(s) for +=: '" + input.typeName() + "' and 'str'");
    }

    private static TemplateValue format(RenderState state, TemplateValue input, TemplateArguments arguments) {
        TemplateValue values = arguments.named().isEmpty()
                ? new TemplateValue.TupleValue(arguments.positional())
                : TemplateValue.DictValue.named(arguments.named());
        return PercentFormat.format(state, PythonText.str(state, input), values);
    }

    private static TemplateValue truncate(RenderState state, TemplateValue input, TemplateArguments arguments) {
        TemplateValue lengthGiven = arguments.get(0, "length", TemplateValue.IntValue.of(255));
        boolean killWords = arguments.isTrue(1, "killwords");
        TemplateValue endGiven = arguments.get(2, "end", state.text("..."));
        int least = ValueCoercion.index(SequenceFilterLibrary.length(state, endGiven));
        if (!ValueComparison.holds(
                state, ComparisonOperator.GREATER_OR_EQUAL, lengthGiven, TemplateValue.IntValue.of(least))) {
            throw new TemplateException(
                    PythonError.ASSERTION_ERROR,
                    "expected length >= " + least + ", got " + PythonText.plainRepr(lengthGiven));
        }
        int length = ValueCoercion.index(lengthGiven);
        TextValue end = PythonText.str(state, endGiven);
        TemplateValue leewayGiven = arguments.get(3, "leeway");
        int leeway = leewayGiven instanceof TemplateValue.NoneValue ? 5 : ValueCoercion.index(leewayGiven);
        if (leeway < 0) {
            throw new TemplateException(PythonError.ASSERTION_ERROR, "expected leeway >= 0, got " + leeway);
        }
        if (ValueCoercion.index(SequenceFilterLibrary.length(state, input)) <= length + leeway) {
            return input;
        }
        if (!(input instanceof TextValue text)) {
            throw killWords || input instanceof TemplateValue.DictValue
                    ? TemplateException.type(
                            "can only concatenate " + input.typeName() + " (not \"str\") to " + input.typeName())
                    : new TemplateException(
                            PythonError.ATTRIBUTE_ERROR, "'" + input.typeName() + "' object has no attribute 'rsplit'");
        }
        int keep = length - least;
        TextValue cut = text.substring(state.budget(), 0, CodePoints.offset(text.value(), keep));
        int space = cut.value().lastIndexOf(' ');
        TextValue kept = killWords || space < 0 ? cut : cut.substring(state.budget(), 0, space);
        return state.builder().append(kept).append(end).build();
    }

    private static TemplateValue wordWrap(RenderState state, TemplateValue input, TemplateArguments arguments) {
        ValueCoercion.refuseUndefined(input);
        if (!(input instanceof TextValue text)) {
            throw new TemplateException(
                    PythonError.ATTRIBUTE_ERROR, "'" + input.typeName() + "' object has no attribute 'splitlines'");
        }
        int width = ValueCoercion.index(arguments.get(0, "width", TemplateValue.IntValue.of(79)));
        boolean breaksWords =
                arguments.get(1, "break_long_words", TemplateValue.TRUE).isTrue();
        TemplateValue given = arguments.get(2, "wrapstring");
        String between = given.isTrue() ? PythonText.str(state, given).value() : "\n";
        boolean breaksAtHyphens =
                arguments.get(3, "break_on_hyphens", TemplateValue.TRUE).isTrue();
        List<String> lines = new ArrayList<>();
        for (TemplateValue line : TextSplit.lines(state, text, false)) {
            List<String> wrapped =
                    new TextWrap(width, breaksWords, breaksAtHyphens).lines(state, ((TextValue) line).value());
            state.budget().characters((long) wrapped.size() * between.length());
            lines.add(String.join(between, wrapped));
        }
        state.budget().characters((long) lines.size() * between.length());
        return state.text(String.join(between, lines), text.valueOrigin());
    }

    private static TemplateValue fileSize(RenderState state, TemplateValue input, TemplateArguments arguments) {
        boolean isBinary = arguments.isTrue(0, "binary");
        double bytes = NumberFilterLibrary.real(state, input)
                .orElseThrow(() -> input instanceof TextValue
                        ? TemplateException.value("could not convert string to float")
                        : TemplateException.type(
                                "float() argument must be a string or a real number, not '" + input.typeName() + "'"));
        double base = isBinary ? 1024 : 1000;
        if (bytes == 1) {
            return state.text("1 Byte");
        }
        if (bytes < base) {
            return state.text((long) bytes + " Bytes");
        }
        double unit = base * base;
        int prefix = 0;
        while (prefix < SIZES.length() - 1 && bytes >= unit) {
            unit *= base;
            prefix++;
        }
        String letter = SIZES.substring(prefix, prefix + 1);
        String shown = FormatSpec.real(base * bytes / unit, "f", Optional.of(1), false);
        return state.text(shown + " " + (isBinary ? letter.toUpperCase(Locale.ROOT) + "iB" : letter + "B"));
    }
}
