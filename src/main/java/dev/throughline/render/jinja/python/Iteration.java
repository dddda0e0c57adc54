package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.value.LoopContext;
import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/// Iterates over values as Python does; each item is a step of the budget.
public final class Iteration {
    private Iteration() {}

    public static Iterator<Value> over(RenderState state, Value value) {
        Iterator<Value> items = items(value);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return items.hasNext();
            }

            @Override
            public Value next() {
                state.budget().step();
                return items.next();
            }
        };
    }

    public static List<Value> list(RenderState state, Value value) {
        List<Value> found = new ArrayList<>();
        Iterator<Value> items = over(state, value);
        while (items.hasNext()) {
            state.budget().items(1);
            found.add(items.next());
        }
        return found;
    }

    private static Iterator<Value> items(Value value) {
        return switch (value) {
            case Text text -> characters(text);
            case Value.ListValue list -> list.items().iterator();
            case Value.TupleValue tuple -> tuple.items().iterator();
            case Value.RangeValue range -> range.items().iterator();
            case Value.DictValue dict -> dict.entries().keySet().iterator();
            case Value.ViewValue view -> view.items().iterator();
            case Value.StreamValue stream -> stream.items();
            case Value.UndefinedValue _ -> Collections.emptyIterator();
            case Value.NoneValue _, Value.BoolValue _, Value.IntValue _, Value.FloatValue _ -> throw notIterable(value);
            case Value.NamespaceValue _, Value.FunctionValue _, LoopContext _ -> throw notIterable(value);
        };
    }

    private static TemplateException notIterable(Value value) {
        return TemplateException.type("'" + value.typeName() + "' object is not iterable");
    }

    private static Iterator<Value> characters(Text text) {
        return new Iterator<>() {
            private int at;

            @Override
            public boolean hasNext() {
                return at < text.value().length();
            }

            @Override
            public Value next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                int from = at;
                at += Character.charCount(text.value().codePointAt(from));
                return text.substring(from, at);
            }
        };
    }
}
