package dev.throughline.render.jinja;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// `split`, `splitlines`, `partition`, `replace` and `join`.
public final class TextSplit {
    private TextSplit() {}

    static List<TemplateValue> split(
            RenderState state, TextValue text, TemplateArguments arguments, boolean fromRight) {
        TemplateValue separator = arguments.get(0, "sep");
        int most = ValueCoercion.index(arguments.get(1, "maxsplit", TemplateValue.IntValue.of(-1)));
        int limit = most < 0 ? Integer.MAX_VALUE : most;
        state.budget().scan(text.value().length());
        if (separator instanceof TemplateValue.NoneValue) {
            return fromRight ? wordsFromRight(state, text, limit) : words(state, text, limit);
        }
        ValueCoercion.refuseUndefined(separator);
        if (!(separator instanceof TextValue mark)) {
            throw TemplateException.type("must be str or None, not " + separator.typeName());
        }
        if (mark.value().isEmpty()) {
            throw TemplateException.value("empty separator");
        }
        return fromRight ? partsFromRight(state, text, mark.value(), limit) : parts(state, text, mark.value(), limit);
    }

    private static List<TemplateValue> parts(RenderState state, TextValue text, String mark, int limit) {
        List<TemplateValue> parts = new ArrayList<>();
        int from = 0;
        for (int at = TextSearch.indexOf(state, text.value(), mark, 0); at >= 0 && parts.size() < limit; ) {
            state.budget().items(1);
            parts.add(text.substring(state.budget(), from, at));
            from = at + mark.length();
            at = TextSearch.indexOf(state, text.value(), mark, from);
        }
        parts.add(text.substring(state.budget(), from, text.value().length()));
        return parts;
    }

    private static List<TemplateValue> partsFromRight(RenderState state, TextValue text, String mark, int limit) {
        List<TemplateValue> parts = new ArrayList<>();
        int to = text.value().length();
        for (int at = before(state, text, mark, to);
                at >= 0 && parts.size() < limit;
                at = before(state, text, mark, to)) {
            state.budget().items(1);
            parts.add(text.substring(state.budget(), at + mark.length(), to));
            to = at;
        }
        parts.add(text.substring(state.budget(), 0, to));
        return parts.reversed();
    }

    private static int before(RenderState state, TextValue text, String mark, int to) {
        return TextSearch.lastIndexOf(state, text.value(), mark, to);
    }

    private static List<TemplateValue> words(RenderState state, TextValue text, int limit) {
        String value = text.value();
        List<TemplateValue> parts = new ArrayList<>();
        int at = PythonWhitespace.start(value);
        while (at < value.length()) {
            int end = at;
            boolean isLast = parts.size() == limit;
            while (end < value.length() && (isLast || !PythonWhitespace.isSpace(value.charAt(end)))) {
                end++;
            }
            state.budget().items(1);
            parts.add(text.substring(state.budget(), at, isLast ? PythonWhitespace.end(value, at) : end));
            at = end;
            while (at < value.length() && PythonWhitespace.isSpace(value.charAt(at))) {
                at++;
            }
        }
        return parts;
    }

    private static List<TemplateValue> wordsFromRight(RenderState state, TextValue text, int limit) {
        String value = text.value();
        List<TemplateValue> parts = new ArrayList<>();
        int end = PythonWhitespace.end(value, 0);
        while (end > 0) {
            int at = end;
            boolean isLast = parts.size() == limit;
            while (at > 0 && (isLast || !PythonWhitespace.isSpace(value.charAt(at - 1)))) {
                at--;
            }
            state.budget().items(1);
            parts.add(text.substring(state.budget(), isLast ? PythonWhitespace.start(value) : at, end));
            end = at;
            while (end > 0 && PythonWhitespace.isSpace(value.charAt(end - 1))) {
                end--;
            }
        }
        return parts.reversed();
    }

    public static List<TemplateValue> lines(RenderState state, TextValue text, boolean keepEnds) {
        String value = text.value();
        state.budget().scan(value.length());
        List<TemplateValue> lines = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < value.length(); at++) {
            if (isLineBreak(value.charAt(at))) {
                int after = value.startsWith("\r\n", at) ? at + 2 : at + 1;
                state.budget().items(1);
                lines.add(text.substring(state.budget(), from, keepEnds ? after : at));
                from = after;
                at = after - 1;
            }
        }
        if (from < value.length()) {
            lines.add(text.substring(state.budget(), from, value.length()));
        }
        return lines;
    }

    private static boolean isLineBreak(char c) {
        return (c >= '\n' && c <= '\r') || (c >= 0x1c && c <= 0x1e) || c == 0x85 || c == 0x2028 || c == 0x2029;
    }

    static TemplateValue partition(RenderState state, TextValue text, TextValue mark, boolean last) {
        if (mark.value().isEmpty()) {
            throw TemplateException.value("empty separator");
        }
        String value = text.value();
        int at = last
                ? TextSearch.lastIndexOf(state, value, mark.value(), value.length())
                : TextSearch.indexOf(state, value, mark.value(), 0);
        if (at < 0) {
            return new TemplateValue.TupleValue(
                    last
                            ? List.of(TextValue.EMPTY, TextValue.EMPTY, text)
                            : List.of(text, TextValue.EMPTY, TextValue.EMPTY));
        }
        int after = at + mark.value().length();
        return new TemplateValue.TupleValue(List.of(
                text.substring(state.budget(), 0, at),
                text.substring(state.budget(), at, after),
                text.substring(state.budget(), after, value.length())));
    }

    public static TextValue replace(
            RenderState state, TextValue text, TextValue old, TextValue replacement, TemplateValue count) {
        String value = text.value();
        int most = ValueCoercion.index(count);
        int limit = most < 0 ? Integer.MAX_VALUE : most;
        state.budget().scan(value.length());
        TextValueBuilder out = state.builder();
        int from = 0;
        int done = 0;
        for (int at = TextSearch.indexOf(state, value, old.value(), 0); at >= 0 && done < limit; done++) {
            state.budget().step();
            out.append(text, from, at).append(replacement);
            from = at + old.value().length();
            int next = old.value().isEmpty() ? at + 1 : from;
            if (old.value().isEmpty() && next <= value.length()) {
                out.append(text, at, next);
                from = next;
            }
            at = next > value.length() ? -1 : TextSearch.indexOf(state, value, old.value(), next);
        }
        return done == 0 ? text : out.append(text, from, value.length()).build().asMarkup(text.isMarkup());
    }

    static TextValue join(RenderState state, TextValue separator, TemplateValue items) {
        TextValueBuilder out = state.builder();
        Iterator<TemplateValue> all = Iteration.over(state, items);
        for (int index = 0; all.hasNext(); index++) {
            TemplateValue item = all.next();
            if (!(item instanceof TextValue text)) {
                throw TemplateException.type(
                        "sequence item " + index + ": expected str instance, " + item.typeName() + " found");
            }
            out.append(index == 0 ? TextValue.EMPTY : separator).append(text);
        }
        return out.build();
    }
}
