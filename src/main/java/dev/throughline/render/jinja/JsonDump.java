package dev.throughline.render.jinja;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Python's `json.dumps` as the `tojson` of chat templates calls it: non-ASCII kept unless asked for, `indent`,
/// `separators` and `sort_keys`. Keys, quotes and marks have the origin of the object or array they belong to.
public final class JsonDump {
    private final RenderState state;
    private final TextValueBuilder out;
    private final Format format;
    private int level;

    /// How it is written; `indent` is repeated for each level, and not used where it is absent.
    public record Format(
            boolean isAscii, boolean isIndented, String indent, String between, String afterKey, boolean isSorted) {}

    private JsonDump(RenderState state, Format format) {
        this.state = state;
        this.out = state.builder();
        this.format = format;
    }

    public static TextValue dump(RenderState state, TemplateValue value, Format format) {
        JsonDump dump = new JsonDump(state, format);
        dump.write(value, state.origin());
        return dump.out.build();
    }

    private void write(TemplateValue value, Origin outer) {
        state.budget().step();
        Origin own = value.valueOrigin() instanceof Origin.Content content ? content : outer;
        switch (value) {
            case TextValue text -> string(text, outer);
            case TemplateValue.NoneValue _ -> out.append("null", own);
            case TemplateValue.BoolValue bool -> out.append(bool.value() ? "true" : "false", own);
            case TemplateValue.IntValue number -> out.append(number.value().toString(), own);
            case TemplateValue.FloatValue number -> out.append(number(number.value()), own);
            case TemplateValue.ListValue list -> array(list.items(), own);
            case TemplateValue.TupleValue tuple -> array(tuple.items(), own);
            case TemplateValue.DictValue dict -> object(dict.entries(), own);
            case TemplateValue.UndefinedValue _,
                    TemplateValue.RangeValue _,
                    TemplateValue.ViewValue _,
                    TemplateValue.StreamValue _ -> throw refused(value);
            case TemplateValue.NamespaceValue _, TemplateValue.FunctionValue _, LoopContext _ -> throw refused(value);
        }
    }

    private static TemplateException refused(TemplateValue value) {
        return TemplateException.type("Object of type " + value.typeName() + " is not JSON serializable");
    }

    private static String number(double value) {
        return Double.isNaN(value)
                ? "NaN"
                : Double.isInfinite(value) ? (value > 0 ? "Infinity" : "-Infinity") : PythonFloat.repr(value);
    }

    private void array(List<TemplateValue> items, Origin own) {
        if (items.isEmpty()) {
            out.append("[]", own);
            return;
        }
        open("[", own);
        for (int index = 0; index < items.size(); index++) {
            separate(index, own);
            write(items.get(index), own);
        }
        close("]", own);
    }

    private void object(Map<TemplateValue, TemplateValue> entries, Origin own) {
        if (entries.isEmpty()) {
            out.append("{}", own);
            return;
        }
        open("{", own);
        Iterator<Map.Entry<TemplateValue, TemplateValue>> all =
                sorted(entries).entrySet().iterator();
        for (int index = 0; all.hasNext(); index++) {
            Map.Entry<TemplateValue, TemplateValue> entry = all.next();
            separate(index, own);
            string(key(entry.getKey()), own);
            out.append(format.afterKey(), own);
            write(entry.getValue(), own);
        }
        close("}", own);
    }

    private Map<TemplateValue, TemplateValue> sorted(Map<TemplateValue, TemplateValue> entries) {
        if (!format.isSorted()) {
            return entries;
        }
        Map<TemplateValue, TemplateValue> sorted = new TreeMap<>(ValueComparison.natural(state));
        sorted.putAll(entries);
        return sorted;
    }

    private TextValue key(TemplateValue key) {
        return switch (key) {
            case TextValue text -> text;
            case TemplateValue.BoolValue bool -> state.text(bool.value() ? "true" : "false");
            case TemplateValue.NoneValue _ -> state.text("null");
            case TemplateValue.IntValue _, TemplateValue.FloatValue _ -> PythonText.str(state, key);
            default ->
                throw TemplateException.type("keys must be str, int, float, bool or None, not " + key.typeName());
        };
    }

    private void open(String mark, Origin own) {
        state.budget().enter();
        level++;
        out.append(mark, own);
    }

    private void separate(int index, Origin own) {
        out.append(index == 0 ? "" : format.between(), own);
        line(own);
    }

    private void close(String mark, Origin own) {
        level--;
        line(own);
        out.append(mark, own);
        state.budget().leave();
    }

    private void line(Origin own) {
        if (format.isIndented()) {
            out.append("\n", own);
            for (int each = 0; each < level; each++) {
                out.append(format.indent(), own);
            }
        }
    }

    private void string(TextValue text, Origin around) {
        out.append("\"", around);
        String value = text.value();
        int plain = 0;
        for (int at = 0; at < value.length(); at++) {
            char c = value.charAt(at);
            if (c < 0x20 || c == '"' || c == '\\' || (format.isAscii() && c > 0x7e)) {
                out.append(text, plain, at);
                MappedText.append(out, text, at, escape(c));
                plain = at + 1;
            }
        }
        out.append(text, plain, value.length());
        out.append("\"", around);
    }

    private static String escape(char c) {
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case '\b' -> "\\b";
            case '\f' -> "\\f";
            default -> "\\u%04x".formatted((int) c);
        };
    }
}
