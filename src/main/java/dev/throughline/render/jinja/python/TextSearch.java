package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateArguments;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.Value;
import java.util.List;

/// `find`, `count`, `startswith` and their relatives; positions are code points.
final class TextSearch {
    private TextSearch() {}

    static Value startsWith(RenderState state, Text text, TemplateArguments arguments) {
        String value = window(state, text, arguments);
        return affixes("startswith", arguments).stream().anyMatch(part -> value.startsWith(part.value()))
                ? Value.TRUE
                : Value.FALSE;
    }

    static Value endsWith(RenderState state, Text text, TemplateArguments arguments) {
        String value = window(state, text, arguments);
        return affixes("endswith", arguments).stream().anyMatch(part -> value.endsWith(part.value()))
                ? Value.TRUE
                : Value.FALSE;
    }

    private static List<Text> affixes(String method, TemplateArguments arguments) {
        Value value = arguments.require(method, 0, "prefix");
        Arithmetic.refuseUndefined(value);
        List<Value> all = value instanceof Value.TupleValue tuple ? tuple.items() : List.of(value);
        return all.stream()
                .map(each -> {
                    if (each instanceof Text text) {
                        return text;
                    }
                    throw TemplateException.type(
                            method + " first arg must be str or a tuple of str, not " + value.typeName());
                })
                .toList();
    }

    static int find(RenderState state, Text text, TemplateArguments arguments, boolean last) {
        String part = StringMethodLibrary.string("find", arguments, 0).value();
        String value = window(state, text, arguments);
        int at = last ? value.lastIndexOf(part) : value.indexOf(part);
        return at < 0 ? -1 : value.codePointCount(0, at) + start(text, arguments);
    }

    static Value index(RenderState state, Text text, TemplateArguments arguments, boolean last) {
        int at = find(state, text, arguments, last);
        if (at < 0) {
            throw TemplateException.value("substring not found");
        }
        return Value.IntValue.of(at);
    }

    static Value count(RenderState state, Text text, TemplateArguments arguments) {
        String part = StringMethodLibrary.string("count", arguments, 0).value();
        String value = window(state, text, arguments);
        if (part.isEmpty()) {
            return Value.IntValue.of(CodePoints.length(value) + 1L);
        }
        int count = 0;
        for (int at = value.indexOf(part); at >= 0; at = value.indexOf(part, at + part.length())) {
            count++;
        }
        return Value.IntValue.of(count);
    }

    private static int start(Text text, TemplateArguments arguments) {
        Value from = arguments.get(1, "start", Value.NONE);
        int length = CodePoints.length(text.value());
        return from instanceof Value.NoneValue ? 0 : bound(Arithmetic.index(from), length);
    }

    private static String window(RenderState state, Text text, TemplateArguments arguments) {
        state.budget().scan(text.value().length());
        if (arguments.positional().size() < 2) {
            return text.value();
        }
        int length = CodePoints.length(text.value());
        Value to = arguments.get(2, "end", Value.NONE);
        int end = to instanceof Value.NoneValue ? length : bound(Arithmetic.index(to), length);
        int start = start(text, arguments);
        return start > end
                ? ""
                : text.value().substring(CodePoints.offset(text.value(), start), CodePoints.offset(text.value(), end));
    }

    private static int bound(int index, int length) {
        return Math.clamp(index < 0 ? index + length : index, 0, length);
    }
}
