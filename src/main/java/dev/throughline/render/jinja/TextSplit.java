package dev.throughline.render.jinja;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// `split`, `splitlines`, `partition`, `replace` and `join`.
public final class TextSplit {
    private TextSplit() {}

    static List<TemplateValue> split(
            RenderState state, TextValue textValue, TemplateArguments arguments, boolean fromRight) {
        TemplateValue separator = arguments.get(0, "sep", TemplateValue.NONE);
        int most = ValueCoercion.index(arguments.get(1, "maxsplit", TemplateValue.IntValue.of(-1)));
        int limit = most < 0 ? Integer.MAX_VALUE : most;
        state.budget().scan(textValue.value().length());
        if (separator instanceof TemplateValue.NoneValue) {
            return fromRight ? wordsFromRight(state, textValue, limit) : words(state, textValue, limit);
        }
        ValueCoercion.refuseUndefined(separator);
        if (!(separator instanceof TextValue mark)) {
            throw TemplateException.type("must be str or None, not " + separator.typeName());
        }
        if (mark.value().isEmpty()) {
            throw TemplateException.value("empty separator");
        }
        return fromRight
                ? partsFromRight(state, textValue, mark.value(), limit)
                : parts(state, textValue, mark.value(), limit);
    }

    private static List<TemplateValue> parts(RenderState state, TextValue textValue, String mark, int limit) {
        List<TemplateValue> parts = new ArrayList<>();
        int from = 0;
        for (int at = TextSearch.indexOf(state, textValue.value(), mark, 0); at >= 0 && parts.size() < limit; ) {
            state.budget().items(1);
            parts.add(textValue.substring(state.budget(), from, at));
            from = at + mark.length();
            at = TextSearch.indexOf(state, textValue.value(), mark, from);
        }
        parts.add(textValue.substring(state.budget(), from, textValue.value().length()));
        return parts;
    }

    private static List<TemplateValue> partsFromRight(RenderState state, TextValue textValue, String mark, int limit) {
        List<TemplateValue> parts = new ArrayList<>();
        int to = textValue.value().length();
        for (int at = before(state, textValue, mark, to);
                at >= 0 && parts.size() < limit;
                at = before(state, textValue, mark, to)) {
            state.budget().items(1);
            parts.add(textValue.substring(state.budget(), at + mark.length(), to));
            to = at;
        }
        parts.add(textValue.substring(state.budget(), 0, to));
        return parts.reversed();
    }

    private static int before(RenderState state, TextValue textValue, String mark, int to) {
        return TextSearch.lastIndexOf(state, textValue.value(), mark, to);
    }

    private static List<TemplateValue> words(RenderState state, TextValue textValue, int limit) {
        String value = textValue.value();
        List<TemplateValue> parts = new ArrayList<>();
        int at = PythonWhitespace.start(value);
        while (at < value.length()) {
            int end = at;
            boolean isLast = parts.size() == limit;
            while (end < value.length() && (isLast || !PythonWhitespace.isSpace(value.charAt(end)))) {
                end++;
            }
            state.budget().items(1);
            parts.add(textValue.substring(state.budget(), at, isLast ? PythonWhitespace.end(value, at) : end));
            at = end;
            while (at < value.length() && PythonWhitespace.isSpace(value.charAt(at))) {
                at++;
            }
        }
        return parts;
    }

    private static List<TemplateValue> wordsFromRight(RenderState state, TextValue textValue, int limit) {
        String value = textValue.value();
        List<TemplateValue> parts = new ArrayList<>();
        int end = PythonWhitespace.end(value, 0);
        while (end > 0) {
            int at = end;
            boolean isLast = parts.size() == limit;
            while (at > 0 && (isLast || !PythonWhitespace.isSpace(value.charAt(at - 1)))) {
                at--;
            }
            state.budget().items(1);
            parts.add(textValue.substring(state.budget(), isLast ? PythonWhitespace.start(value) : at, end));
            end = at;
            while (end > 0 && PythonWhitespace.isSpace(value.charAt(end - 1))) {
                end--;
            }
        }
        return parts.reversed();
    }

    public static List<TemplateValue> lines(RenderState state, TextValue textValue, boolean keepEnds) {
        String value = textValue.value();
        state.budget().scan(value.length());
        List<TemplateValue> lines = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < value.length(); at++) {
            if (isLineBreak(value.charAt(at))) {
                int after = value.startsWith("\r\n", at) ? at + 2 : at + 1;
                state.budget().items(1);
                lines.add(textValue.substring(state.budget(), from, keepEnds ? after : at));
                from = after;
                at = after - 1;
            }
        }
        if (from < value.length()) {
            lines.add(textValue.substring(state.budget(), from, value.length()));
        }
        return lines;
    }

    private static boolean isLineBreak(char c) {
        return (c >= '\n' && c <= '\r') || (c >= 0x1c && c <= 0x1e) || c == 0x85 || c == 0x2028 || c == 0x2029;
    }

    static TemplateValue partition(RenderState state, TextValue textValue, TextValue mark, boolean last) {
        if (mark.value().isEmpty()) {
            throw TemplateException.value("empty separator");
        }
        String value = textValue.value();
        int at = last
                ? TextSearch.lastIndexOf(state, value, mark.value(), value.length())
                : TextSearch.indexOf(state, value, mark.value(), 0);
        if (at < 0) {
            return new TemplateValue.TupleValue(
                    last
                            ? List.of(TextValue.EMPTY, TextValue.EMPTY, textValue)
                            : List.of(textValue, TextValue.EMPTY, TextValue.EMPTY));
        }
        int after = at + mark.value().length();
        return new TemplateValue.TupleValue(List.of(
                textValue.substring(state.budget(), 0, at),
                textValue.substring(state.budget(), at, after),
                textValue.substring(state.budget(), after, value.length())));
    }

    public static TextValue replace(
            RenderState state, TextValue textValue, TextValue old, TextValue replacement, TemplateValue count) {
        String value = textValue.value();
        int most = ValueCoercion.index(count);
        int limit = most < 0 ? Integer.MAX_VALUE : most;
        state.budget().scan(value.length());
        TextValueBuilder out = state.builder();
        int from = 0;
        int done = 0;
        for (int at = TextSearch.indexOf(state, value, old.value(), 0); at >= 0 && done < limit; done++) {
            state.budget().step();
            out.append(textValue, from, at).append(replacement);
            from = at + old.value().length();
            int next = old.value().isEmpty() ? at + 1 : from;
            if (old.value().isEmpty() && next <= value.length()) {
                out.append(textValue, at, next);
                from = next;
            }
            at = next > value.length() ? -1 : TextSearch.indexOf(state, value, old.value(), next);
        }
        return done == 0
                ? textValue
                : out.append(textValue, from, value.length()).build().asMarkup(textValue.isMarkup());
    }

    static TextValue join(RenderState state, TextValue separator, TemplateValue items) {
        TextValueBuilder out = state.builder();
        Iterator<TemplateValue> all = Iteration.over(state, items);
        for (int index = 0; all.hasNext(); index++) {
            TemplateValue item = all.next();
            if (!(item instanceof TextValue textValue)) {
                throw TemplateException.type(
                        "sequence item " + index + ": expected str instance, " + item.typeName() + " found");
            }
            out.append(index == 0 ? TextValue.EMPTY : separator).append(textValue);
        }
        return out.build();
    }
}
