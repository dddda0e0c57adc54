package dev.throughline.render.jinja;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Predicate;

/// The items that satisfy a condition, found on demand.
public final class FilteredItems implements Iterator<TemplateValue> {
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
        TemplateValue templateValue = ahead.orElseThrow();
        ahead = Optional.empty();
        return templateValue;
    }
}
