package dev.throughline.render.jinja.library;

import dev.throughline.render.jinja.value.Value;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Predicate;

/// Those of some items that a condition holds for, found on demand.
public final class FilteredItems implements Iterator<Value> {
    private final Iterator<Value> items;
    private final Predicate<Value> condition;
    private Optional<Value> ahead = Optional.empty();

    public FilteredItems(Iterator<Value> items, Predicate<Value> condition) {
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
    public Value next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Value value = ahead.orElseThrow();
        ahead = Optional.empty();
        return value;
    }
}
