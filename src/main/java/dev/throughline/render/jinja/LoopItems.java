package dev.throughline.render.jinja;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// The items of a loop, with those before and after the current one.
public final class LoopItems {
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
