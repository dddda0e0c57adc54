package dev.throughline.render.jinja;

import java.util.List;
import java.util.function.Predicate;

/// `find`, `count`, `startswith` and their relatives; positions are code points.
final class TextSearch {
    private TextSearch() {}

    static TemplateValue startsWith(RenderState state, TextValue text, TemplateArguments arguments) {
        String value = window(state, text, arguments);
        return anyOf(state, affixes("startswith", arguments), value::startsWith);
    }

    static TemplateValue endsWith(RenderState state, TextValue text, TemplateArguments arguments) {
        String value = window(state, text, arguments);
        return anyOf(state, affixes("endswith", arguments), value::endsWith);
    }

    private static TemplateValue anyOf(RenderState state, List<TextValue> affixes, Predicate<String> holds) {
        return TemplateValue.of(affixes.stream().anyMatch(part -> {
            state.budget().scan(part.value().length());
            return holds.test(part.value());
        }));
    }

    /// The first `part` at or after `from`, or -1. Counts what is compared, which for a long part may be much more than
    /// the text.
    static int indexOf(RenderState state, String text, String part, int from) {
        if (part.isEmpty()) {
            return text.indexOf(part, from);
        }
        int at = text.indexOf(part.charAt(0), from);
        int begun = from;
        while (at >= 0 && at <= text.length() - part.length()) {
            int same = same(text, at, part);
            state.budget().compared(at - begun + same);
            if (same == part.length()) {
                return at;
            }
            begun = at;
            at = text.indexOf(part.charAt(0), at + 1);
        }
        state.budget().compared((at < 0 ? text.length() : at) - begun);
        return -1;
    }

    /// The last `part` that ends at or before `to`, or -1; counts as [#indexOf] does.
    static int lastIndexOf(RenderState state, String text, String part, int to) {
        if (part.isEmpty()) {
            return to;
        }
        int begun = to;
        for (int at = to - part.length(); at >= 0; at = text.lastIndexOf(part.charAt(0), at - 1)) {
            int same = same(text, at, part);
            state.budget().compared(begun - at + same);
            if (same == part.length()) {
                return at;
            }
            begun = at;
        }
        state.budget().compared(begun);
        return -1;
    }

    private static int same(String text, int at, String part) {
        int same = 0;
        while (same < part.length() && text.charAt(at + same) == part.charAt(same)) {
            same++;
        }
        return same;
    }

    private static List<TextValue> affixes(String method, TemplateArguments arguments) {
        TemplateValue value = arguments.require(method, 0, "prefix");
        ValueCoercion.refuseUndefined(value);
        List<TemplateValue> all = value instanceof TemplateValue.TupleValue tuple ? tuple.items() : List.of(value);
        return all.stream()
                .map(each -> {
                    if (each instanceof TextValue text) {
                        return text;
                    }
                    throw TemplateException.type(
                            method + " first arg must be str or a tuple of str, not " + value.typeName());
                })
                .toList();
    }

    static int find(RenderState state, TextValue text, TemplateArguments arguments, boolean last) {
        String part = StringMethodLibrary.string("find", arguments, 0).value();
        String value = window(state, text, arguments);
        int at = last ? lastIndexOf(state, value, part, value.length()) : indexOf(state, value, part, 0);
        return at < 0 ? -1 : value.codePointCount(0, at) + start(text, arguments);
    }

    static TemplateValue index(RenderState state, TextValue text, TemplateArguments arguments, boolean last) {
        int at = find(state, text, arguments, last);
        if (at < 0) {
            throw TemplateException.value("substring not found");
        }
        return TemplateValue.IntValue.of(at);
    }

    static TemplateValue count(RenderState state, TextValue text, TemplateArguments arguments) {
        String part = StringMethodLibrary.string("count", arguments, 0).value();
        String value = window(state, text, arguments);
        if (part.isEmpty()) {
            return TemplateValue.IntValue.of(CodePoints.length(value) + 1L);
        }
        int count = 0;
        for (int at = indexOf(state, value, part, 0); at >= 0; at = indexOf(state, value, part, at + part.length())) {
            count++;
        }
        return TemplateValue.IntValue.of(count);
    }

    private static int start(TextValue text, TemplateArguments arguments) {
        TemplateValue from = arguments.get(1, "start");
        int length = CodePoints.length(text.value());
        return from instanceof TemplateValue.NoneValue ? 0 : bound(ValueCoercion.index(from), length);
    }

    private static String window(RenderState state, TextValue text, TemplateArguments arguments) {
        state.budget().scan(text.value().length());
        if (arguments.positional().size() < 2) {
            return text.value();
        }
        int length = CodePoints.length(text.value());
        state.budget().characters(text.value().length());
        TemplateValue to = arguments.get(2, "end");
        int end = to instanceof TemplateValue.NoneValue ? length : bound(ValueCoercion.index(to), length);
        int start = start(text, arguments);
        return start > end
                ? ""
                : text.value().substring(CodePoints.offset(text.value(), start), CodePoints.offset(text.value(), end));
    }

    private static int bound(int index, int length) {
        return Math.clamp(index < 0 ? index + length : index, 0, length);
    }
}
