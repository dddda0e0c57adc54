package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateArguments;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.TextBuilder;
import dev.throughline.render.jinja.value.Value;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// `split`, `splitlines`, `partition`, `replace` and `join`.
public final class TextSplit {
    private TextSplit() {}

    static List<Value> split(RenderState state, Text text, TemplateArguments arguments, boolean fromRight) {
        Value separator = arguments.get(0, "sep", Value.NONE);
        int most = Arithmetic.index(arguments.get(1, "maxsplit", Value.IntValue.of(-1)));
        int limit = most < 0 ? Integer.MAX_VALUE : most;
        state.budget().scan(text.value().length());
        if (separator instanceof Value.NoneValue) {
            return fromRight ? wordsFromRight(state, text, limit) : words(state, text, limit);
        }
        Arithmetic.refuseUndefined(separator);
        if (!(separator instanceof Text mark)) {
            throw TemplateException.type("must be str or None, not " + separator.typeName());
        }
        if (mark.value().isEmpty()) {
            throw TemplateException.value("empty separator");
        }
        return fromRight ? partsFromRight(state, text, mark.value(), limit) : parts(state, text, mark.value(), limit);
    }

    private static List<Value> parts(RenderState state, Text text, String mark, int limit) {
        List<Value> parts = new ArrayList<>();
        int from = 0;
        for (int at = text.value().indexOf(mark); at >= 0 && parts.size() < limit; ) {
            state.budget().items(1);
            parts.add(text.substring(from, at));
            from = at + mark.length();
            at = text.value().indexOf(mark, from);
        }
        parts.add(text.substring(from, text.value().length()));
        return parts;
    }

    private static List<Value> partsFromRight(RenderState state, Text text, String mark, int limit) {
        List<Value> parts = new ArrayList<>();
        int to = text.value().length();
        for (int at = before(text, mark, to); at >= 0 && parts.size() < limit; at = before(text, mark, to)) {
            state.budget().items(1);
            parts.add(text.substring(at + mark.length(), to));
            to = at;
        }
        parts.add(text.substring(0, to));
        return parts.reversed();
    }

    private static int before(Text text, String mark, int to) {
        return to < mark.length() ? -1 : text.value().lastIndexOf(mark, to - mark.length());
    }

    private static List<Value> words(RenderState state, Text text, int limit) {
        String value = text.value();
        List<Value> parts = new ArrayList<>();
        int at = PythonWhitespace.start(value);
        while (at < value.length()) {
            int end = at;
            boolean isLast = parts.size() == limit;
            while (end < value.length() && (isLast || !PythonWhitespace.isSpace(value.charAt(end)))) {
                end++;
            }
            state.budget().items(1);
            parts.add(text.substring(at, isLast ? PythonWhitespace.end(value, at) : end));
            at = end;
            while (at < value.length() && PythonWhitespace.isSpace(value.charAt(at))) {
                at++;
            }
        }
        return parts;
    }

    private static List<Value> wordsFromRight(RenderState state, Text text, int limit) {
        String value = text.value();
        List<Value> parts = new ArrayList<>();
        int end = PythonWhitespace.end(value, 0);
        while (end > 0) {
            int at = end;
            boolean isLast = parts.size() == limit;
            while (at > 0 && (isLast || !PythonWhitespace.isSpace(value.charAt(at - 1)))) {
                at--;
            }
            state.budget().items(1);
            parts.add(text.substring(isLast ? PythonWhitespace.start(value) : at, end));
            end = at;
            while (end > 0 && PythonWhitespace.isSpace(value.charAt(end - 1))) {
                end--;
            }
        }
        return parts.reversed();
    }

    public static List<Value> lines(RenderState state, Text text, boolean keepEnds) {
        String value = text.value();
        List<Value> lines = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < value.length(); at++) {
            if (isLineBreak(value.charAt(at))) {
                int after = value.startsWith("\r\n", at) ? at + 2 : at + 1;
                state.budget().items(1);
                lines.add(text.substring(from, keepEnds ? after : at));
                from = after;
                at = after - 1;
            }
        }
        if (from < value.length()) {
            lines.add(text.substring(from, value.length()));
        }
        return lines;
    }

    private static boolean isLineBreak(char c) {
        return (c >= '\n' && c <= '\r') || (c >= 0x1c && c <= 0x1e) || c == 0x85 || c == 0x2028 || c == 0x2029;
    }

    static Value partition(Text text, Text mark, boolean last) {
        if (mark.value().isEmpty()) {
            throw TemplateException.value("empty separator");
        }
        String value = text.value();
        int at = last ? value.lastIndexOf(mark.value()) : value.indexOf(mark.value());
        if (at < 0) {
            return new Value.TupleValue(
                    last ? List.of(Text.EMPTY, Text.EMPTY, text) : List.of(text, Text.EMPTY, Text.EMPTY));
        }
        int after = at + mark.value().length();
        return new Value.TupleValue(
                List.of(text.substring(0, at), text.substring(at, after), text.substring(after, value.length())));
    }

    public static Text replace(RenderState state, Text text, Text old, Text replacement, Value count) {
        String value = text.value();
        int most = Arithmetic.index(count);
        int limit = most < 0 ? Integer.MAX_VALUE : most;
        state.budget().scan(value.length());
        TextBuilder out = state.builder();
        int from = 0;
        int done = 0;
        for (int at = value.indexOf(old.value()); at >= 0 && done < limit; done++) {
            state.budget().step();
            out.append(text, from, at).append(replacement);
            from = at + old.value().length();
            int next = old.value().isEmpty() ? at + 1 : from;
            if (old.value().isEmpty() && next <= value.length()) {
                out.append(text, at, next);
                from = next;
            }
            at = next > value.length() ? -1 : value.indexOf(old.value(), next);
        }
        return done == 0 ? text : out.append(text, from, value.length()).build().asMarkup(text.isMarkup());
    }

    static Text join(RenderState state, Text separator, Value items) {
        TextBuilder out = state.builder();
        Iterator<Value> all = Iteration.over(state, items);
        for (int index = 0; all.hasNext(); index++) {
            Value item = all.next();
            if (!(item instanceof Text text)) {
                throw TemplateException.type(
                        "sequence item " + index + ": expected str instance, " + item.typeName() + " found");
            }
            out.append(index == 0 ? Text.EMPTY : separator).append(text);
        }
        return out.build();
    }
}
