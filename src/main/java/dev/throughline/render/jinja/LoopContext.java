package dev.throughline.render.jinja;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// The variable `loop` of a loop. Items are fetched one ahead, and all of them only when a length is asked for.
public final class LoopContext implements TemplateValue {
    private final LoopItems items;
    private final int depth;
    private final Optional<BiFunction<TemplateValue, Integer, TemplateValue>> recursion;
    private Optional<List<TemplateValue>> lastChanged = Optional.empty();

    public LoopContext(
            LoopItems items, int depth, Optional<BiFunction<TemplateValue, Integer, TemplateValue>> recursion) {
        this.items = items;
        this.depth = depth;
        this.recursion = recursion;
    }

    public int index() {
        return items.index() + 1;
    }

    public int length() {
        return items.length();
    }

    public Optional<TemplateValue> attribute(String name) {
        int index = items.index();
        return switch (name) {
            case "index" -> number(index + 1);
            case "index0" -> number(index);
            case "revindex" -> number(length() - index);
            case "revindex0" -> number(length() - index - 1);
            case "first" -> Optional.of(index == 0 ? TRUE : FALSE);
            case "last" -> Optional.of(items.hasNext() ? FALSE : TRUE);
            case "length" -> number(length());
            case "depth" -> number(depth + 1);
            case "depth0" -> number(depth);
            case "previtem" -> Optional.of(items.previous());
            case "nextitem" -> Optional.of(items.following());
            case "cycle" -> Optional.of(new FunctionValue("method", name, (_, arguments) -> cycle(arguments)));
            case "changed" -> Optional.of(new FunctionValue("method", name, this::changed));
            default -> Optional.empty();
        };
    }

    private static Optional<TemplateValue> number(int value) {
        return Optional.of(IntValue.of(value));
    }

    private TemplateValue cycle(TemplateArguments arguments) {
        if (arguments.positional().isEmpty()) {
            throw TemplateException.type("no items for cycling given");
        }
        return arguments.positional().get(items.index() % arguments.positional().size());
    }

    private TemplateValue changed(RenderState state, TemplateArguments arguments) {
        List<TemplateValue> values = arguments.positional();
        boolean isSame = lastChanged
                .filter(last -> ValueEquality.equal(state, new TupleValue(last), new TupleValue(values)))
                .isPresent();
        lastChanged = Optional.of(values);
        return isSame ? FALSE : TRUE;
    }

    /// `loop(items)`: the body once more, over these.
    public TemplateValue recurse(RenderState state, TemplateArguments arguments) {
        if (recursion.isEmpty()) {
            throw TemplateException.type("The loop must have the 'recursive' marker to be called recursively.");
        }
        state.budget().enter();
        TemplateValue text = recursion.get().apply(arguments.require("loop", 0, "iterable"), depth + 1);
        state.budget().leave();
        return text;
    }

    /// The items of a loop, with those before and after the current one.
    public static final class LoopItems {
        private final RenderBudget budget;
        private final Iterator<TemplateValue> rest;
        private final List<TemplateValue> fetched = new ArrayList<>();
        private int index = -1;

        public LoopItems(RenderBudget budget, Iterator<TemplateValue> rest) {
            this.budget = budget;
            this.rest = rest;
        }

        public boolean hasNext() {
            return index + 1 < fetched.size() || rest.hasNext();
        }

        public TemplateValue next() {
            index++;
            return at(index);
        }

        /// Index of the current item, from 0.
        int index() {
            return index;
        }

        int length() {
            while (rest.hasNext()) {
                fetch();
            }
            return fetched.size();
        }

        TemplateValue previous() {
            return index == 0 ? new TemplateValue.UndefinedValue("there is no previous item") : fetched.get(index - 1);
        }

        TemplateValue following() {
            return hasNext() ? at(index + 1) : new TemplateValue.UndefinedValue("there is no next item");
        }

        private TemplateValue at(int position) {
            if (position == fetched.size()) {
                fetch();
            }
            return fetched.get(position);
        }

        private void fetch() {
            budget.items(1);
            fetched.add(rest.next());
        }
    }
}
