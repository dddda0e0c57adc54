package dev.throughline.render.jinja.value;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// The items of a loop, with those before and after the current one.
public final class LoopItems {
    private final RenderBudget budget;
    private final Iterator<Value> rest;
    private final List<Value> fetched = new ArrayList<>();
    private int index = -1;

    public LoopItems(RenderBudget budget, Iterator<Value> rest) {
        this.budget = budget;
        this.rest = rest;
    }

    public boolean hasNext() {
        return index + 1 < fetched.size() || rest.hasNext();
    }

    public Value next() {
        index++;
        return at(index);
    }

    /// Of the current item, from 0.
    int index() {
        return index;
    }

    int length() {
        while (rest.hasNext()) {
            fetch();
        }
        return fetched.size();
    }

    Value previous() {
        return index == 0 ? new Value.UndefinedValue("there is no previous item") : fetched.get(index - 1);
    }

    Value following() {
        return hasNext() ? at(index + 1) : new Value.UndefinedValue("there is no next item");
    }

    private Value at(int position) {
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
