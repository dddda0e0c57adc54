package dev.throughline.render.jinja;

import java.util.List;

/// `find`, `count`, `startswith` and their relatives; positions are code points.
final class TextSearch {
    private TextSearch() {}

    static TemplateValue startsWith(RenderState state, TextValue textValue, TemplateArguments arguments) {
        String value = window(state, textValue, arguments);
        return affixes("startswith", arguments).stream().anyMatch(part -> value.startsWith(part.value()))
                ? TemplateValue.TRUE
                : TemplateValue.FALSE;
    }

    static TemplateValue endsWith(RenderState state, TextValue textValue, TemplateArguments arguments) {
        String value = window(state, textValue, arguments);
        return affixes("endswith", arguments).stream().anyMatch(part -> value.endsWith(part.value()))
                ? TemplateValue.TRUE
                : TemplateValue.FALSE;
    }

    private static List<TextValue> affixes(String method, TemplateArguments arguments) {
        TemplateValue templateValue = arguments.require(method, 0, "prefix");
        ValueCoercion.refuseUndefined(templateValue);
        List<TemplateValue> all =
                templateValue instanceof TemplateValue.TupleValue tuple ? tuple.items() : List.of(templateValue);
        return all.stream()
                .map(each -> {
                    if (each instanceof TextValue textValue) {
                        return textValue;
                    }
                    throw TemplateException.type(
                            method + " first arg must be str or a tuple of str, not " + templateValue.typeName());
                })
                .toList();
    }

    static int find(RenderState state, TextValue textValue, TemplateArguments arguments, boolean last) {
        String part = StringMethodLibrary.string("find", arguments, 0).value();
        String value = window(state, textValue, arguments);
        int at = last ? value.lastIndexOf(part) : value.indexOf(part);
        return at < 0 ? -1 : value.codePointCount(0, at) + start(textValue, arguments);
    }

    static TemplateValue index(RenderState state, TextValue textValue, TemplateArguments arguments, boolean last) {
        int at = find(state, textValue, arguments, last);
        if (at < 0) {
            throw TemplateException.value("substring not found");
        }
        return TemplateValue.IntValue.of(at);
    }

    static TemplateValue count(RenderState state, TextValue textValue, TemplateArguments arguments) {
        String part = StringMethodLibrary.string("count", arguments, 0).value();
        String value = window(state, textValue, arguments);
        if (part.isEmpty()) {
            return TemplateValue.IntValue.of(CodePoints.length(value) + 1L);
        }
        int count = 0;
        for (int at = value.indexOf(part); at >= 0; at = value.indexOf(part, at + part.length())) {
            count++;
        }
        return TemplateValue.IntValue.of(count);
    }

    private static int start(TextValue textValue, TemplateArguments arguments) {
        TemplateValue from = arguments.get(1, "start", TemplateValue.NONE);
        int length = CodePoints.length(textValue.value());
        return from instanceof TemplateValue.NoneValue ? 0 : bound(ValueCoercion.index(from), length);
    }

    private static String window(RenderState state, TextValue textValue, TemplateArguments arguments) {
        state.budget().scan(textValue.value().length());
        if (arguments.positional().size() < 2) {
            return textValue.value();
        }
        int length = CodePoints.length(textValue.value());
        TemplateValue to = arguments.get(2, "end", TemplateValue.NONE);
        int end = to instanceof TemplateValue.NoneValue ? length : bound(ValueCoercion.index(to), length);
        int start = start(textValue, arguments);
        return start > end
                ? ""
                : textValue
                        .value()
                        .substring(
                                CodePoints.offset(textValue.value(), start), CodePoints.offset(textValue.value(), end));
    }

    private static int bound(int index, int length) {
        return Math.clamp(index < 0 ? index + length : index, 0, length);
    }
}
