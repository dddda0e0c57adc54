package dev.throughline.render.jinja;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// Python's `str()` and `repr()` of values, with the origin of every character.
public final class PythonText {
    private PythonText() {}

    public static TextValue str(RenderState state, TemplateValue value) {
        return switch (value) {
            case TextValue text -> text;
            case TemplateValue.UndefinedValue _ -> TextValue.EMPTY;
            default -> repr(state, value);
        };
    }

    static TextValue repr(RenderState state, TemplateValue value) {
        TextValueBuilder builder = state.builder();
        new Writer(state, builder).write(value, state.origin());
        return builder.build();
    }

    /// The `repr` of a value for an error message.
    static String plainRepr(TemplateValue value) {
        return switch (value) {
            case TextValue text -> PythonQuotes.quote(TemplateException.quoted(text.value()));
            case TemplateValue.IntValue number when number.value().bitLength() > Long.SIZE -> "<int>";
            case TemplateValue.ListValue _, TemplateValue.DictValue _, TemplateValue.TupleValue _ ->
                "<" + value.typeName() + ">";
            default -> scalar(value);
        };
    }

    static String scalar(TemplateValue value) {
        return switch (value) {
            case TemplateValue.NoneValue _ -> "None";
            case TemplateValue.BoolValue bool -> bool.value() ? "True" : "False";
            case TemplateValue.IntValue number -> number.value().toString();
            case TemplateValue.FloatValue number -> PythonFloat.repr(number.value());
            case TemplateValue.RangeValue range -> range.written();
            case TemplateValue.UndefinedValue _ -> "Undefined";
            case TemplateValue.StreamValue _ -> "<generator object>";
            case TemplateValue.NamespaceValue _ -> "<Namespace>";
            case TemplateValue.FunctionValue function -> "<" + function.type() + " '" + function.name() + "'>";
            case LoopContext loop -> "<LoopContext " + loop.index() + "/" + loop.length() + ">";
            case TextValue _,
                    TemplateValue.ListValue _,
                    TemplateValue.TupleValue _,
                    TemplateValue.DictValue _,
                    TemplateValue.ViewValue _ -> "";
        };
    }

    /// Writes containers; punctuation between items has the origin of its container.
    private record Writer(RenderState state, TextValueBuilder out) {
        void write(TemplateValue value, Origin outer) {
            state.budget().step();
            Origin own = value.valueOrigin() instanceof Origin.Content content ? content : outer;
            switch (value) {
                case TextValue text -> quote(text, outer);
                case TemplateValue.NamespaceValue namespace -> namespace(namespace, own);
                case TemplateValue.ListValue list -> sequence("[", list.items(), "]", own);
                case TemplateValue.TupleValue tuple ->
                    sequence("(", tuple.items(), tuple.items().size() == 1 ? ",)" : ")", own);
                case TemplateValue.DictValue dict -> dictionary(dict.entries(), own);
                case TemplateValue.ViewValue view -> sequence(view.type() + "([", view.items(), "])", own);
                default -> out.append(scalar(value), own);
            }
        }

        private void quote(TextValue text, Origin outer) {
            out.append(text.isMarkup() ? "Markup(" : "", outer);
            PythonQuotes.quote(out, text, outer);
            out.append(text.isMarkup() ? ")" : "", outer);
        }

        /// One that contains itself ends at the limit of depth.
        private void namespace(TemplateValue.NamespaceValue namespace, Origin own) {
            out.append("<Namespace ", own);
            dictionary(TemplateValue.DictValue.named(namespace.attributes()).entries(), own);
            out.append(">", own);
        }

        private void sequence(String open, List<TemplateValue> items, String close, Origin own) {
            state.budget().enter();
            out.append(open, own);
            String separator = "";
            for (TemplateValue item : items) {
                out.append(separator, own);
                write(item, own);
                separator = ", ";
            }
            out.append(close, own);
            state.budget().leave();
        }

        private void dictionary(Map<TemplateValue, TemplateValue> entries, Origin own) {
            state.budget().enter();
            out.append("{", own);
            Iterator<Map.Entry<TemplateValue, TemplateValue>> all =
                    entries.entrySet().iterator();
            while (all.hasNext()) {
                Map.Entry<TemplateValue, TemplateValue> entry = all.next();
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
