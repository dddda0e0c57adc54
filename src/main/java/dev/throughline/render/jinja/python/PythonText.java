package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.value.LoopContext;
import dev.throughline.render.jinja.value.Origin;
import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.TextBuilder;
import dev.throughline.render.jinja.value.Value;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// Python's `str()` and `repr()` of values, with the origin of every character.
public final class PythonText {
    private PythonText() {}

    public static Text str(RenderState state, Value value) {
        return switch (value) {
            case Text text -> text;
            case Value.UndefinedValue _ -> Text.EMPTY;
            default -> repr(state, value);
        };
    }

    static Text repr(RenderState state, Value value) {
        TextBuilder builder = state.builder();
        new Writer(state, builder).write(value, state.origin());
        return builder.build();
    }

    /// The `repr` of a value for an error message.
    static String plainRepr(Value value) {
        return switch (value) {
            case Text text -> PythonQuotes.quote(text.value());
            case Value.ListValue _, Value.DictValue _, Value.TupleValue _ -> "<" + value.typeName() + ">";
            default -> scalar(value);
        };
    }

    static String scalar(Value value) {
        return switch (value) {
            case Value.NoneValue _ -> "None";
            case Value.BoolValue bool -> bool.value() ? "True" : "False";
            case Value.IntValue number -> number.value().toString();
            case Value.FloatValue number -> PythonFloat.repr(number.value());
            case Value.RangeValue range -> range.written();
            case Value.UndefinedValue _ -> "Undefined";
            case Value.StreamValue _ -> "<generator object>";
            case Value.NamespaceValue _ -> "<Namespace>";
            case Value.FunctionValue function -> "<" + function.type() + " '" + function.name() + "'>";
            case LoopContext loop -> "<LoopContext " + loop.index() + "/" + loop.length() + ">";
            case Text _, Value.ListValue _, Value.TupleValue _, Value.DictValue _, Value.ViewValue _ -> "";
        };
    }

    /// Writes containers; marks between items have the origin of the container they stand in.
    private record Writer(RenderState state, TextBuilder out) {
        void write(Value value, Origin outer) {
            state.budget().step();
            Origin own = value.valueOrigin() instanceof Origin.Content content ? content : outer;
            switch (value) {
                case Text text -> PythonQuotes.quote(out, text, outer);
                case Value.ListValue list -> sequence("[", list.items(), "]", own);
                case Value.TupleValue tuple ->
                    sequence("(", tuple.items(), tuple.items().size() == 1 ? ",)" : ")", own);
                case Value.DictValue dict -> dictionary(dict.entries(), own);
                case Value.ViewValue view -> sequence(view.type() + "([", view.items(), "])", own);
                default -> out.append(scalar(value), own);
            }
        }

        private void sequence(String open, List<Value> items, String close, Origin own) {
            state.budget().enter();
            out.append(open, own);
            String separator = "";
            for (Value item : items) {
                out.append(separator, own);
                write(item, own);
                separator = ", ";
            }
            out.append(close, own);
            state.budget().leave();
        }

        private void dictionary(Map<Value, Value> entries, Origin own) {
            state.budget().enter();
            out.append("{", own);
            Iterator<Map.Entry<Value, Value>> all = entries.entrySet().iterator();
            while (all.hasNext()) {
                Map.Entry<Value, Value> entry = all.next();
                write(entry.getKey(), own);
                out.append(": ", own);
                write(entry.getValue(), own);
                out.append(all.hasNext() ? ", " : "", own);
            }
            out.append("}", own);
            state.budget().leave();
        }
    }
}
