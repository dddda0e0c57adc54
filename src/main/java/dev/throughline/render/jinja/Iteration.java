package dev.throughline.render.jinja;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Predicate;

/// Iterates over values as Python does; each item is a step of the budget.
public final class Iteration {
    private Iteration() {}

    public static Iterator<TemplateValue> over(RenderState state, TemplateValue value) {
        Iterator<TemplateValue> items = items(state, value);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return items.hasNext();
            }

            @Override
            public TemplateValue next() {
                state.budget().step();
                return items.next();
            }
        };
    }

    public static List<TemplateValue> list(RenderState state, TemplateValue value) {
        List<TemplateValue> found = new ArrayList<>();
        Iterator<TemplateValue> items = over(state, value);
        while (items.hasNext()) {
            state.budget().items(1);
            found.add(items.next());
        }
        return found;
    }

    private static Iterator<TemplateValue> items(RenderState state, TemplateValue value) {
        return switch (value) {
            case TextValue text -> characters(state, text);
            case TemplateValue.ListValue list -> list.items().iterator();
            case TemplateValue.TupleValue tuple -> tuple.items().iterator();
            case TemplateValue.RangeValue range -> range.items().iterator();
            case TemplateValue.DictValue dict -> dict.entries().keySet().iterator();
            case TemplateValue.ViewValue view -> view.items().iterator();
            case TemplateValue.StreamValue stream -> stream.items();
            case TemplateValue.UndefinedValue _ -> Collections.emptyIterator();
            case TemplateValue.NoneValue _,
                    TemplateValue.BoolValue _,
                    TemplateValue.IntValue _,
                    TemplateValue.FloatValue _ -> throw notIterable(value);
            case TemplateValue.NamespaceValue _, TemplateValue.FunctionValue _, LoopContext _ ->
                throw notIterable(value);
        };
    }

    private static TemplateException notIterable(TemplateValue value) {
        return TemplateException.type("'" + value.typeName() + "' object is not iterable");
    }

    private static Iterator<TemplateValue> characters(RenderState state, TextValue text) {
        return new Iterator<>() {
            private int at;

            @Override
            public boolean hasNext() {
                return at < text.value().length();
            }

            @Override
            public TemplateValue next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                int from = at;
                at += Character.charCount(text.value().codePointAt(from));
                return text.substring(state.budget(), from, at);
            }
        };
    }

    /// The items that satisfy a condition, found on demand.
    public static final class FilteredItems implements Iterator<TemplateValue> {
        private final Iterator<TemplateValue> items;
        private final Predicate<TemplateValue> condition;
        private Optional<TemplateValue> ahead = Optional.empty();

        public FilteredItems(Iterator<TemplateValue> items, Predicate<TemplateValue> condition) {
            this.items = items;
            this.condition = condition;
        }

        @Override
        public boolean hasNext() {
            while (ahead.isEmpty() && items.hasNext()) {
                ahead = Optional.of(items.next()).filter(condition);
            }
            return ahead.isPresent();
        }

        @Override
        public TemplateValue next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            TemplateValue value = ahead.orElseThrow();
            ahead = Optional.empty();
            return value;
        }
    }
}
