package dev.throughline.render.jinja.library;

import dev.throughline.render.jinja.ExpressionEvaluator;
import dev.throughline.render.jinja.python.Arithmetic;
import dev.throughline.render.jinja.python.CodePoints;
import dev.throughline.render.jinja.python.CollectionMethodLibrary;
import dev.throughline.render.jinja.python.Iteration;
import dev.throughline.render.jinja.python.PythonText;
import dev.throughline.render.jinja.python.TextCase;
import dev.throughline.render.jinja.python.ValueComparison;
import dev.throughline.render.jinja.value.LoopContext;
import dev.throughline.render.jinja.value.Origin;
import dev.throughline.render.jinja.value.PythonError;
import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateArguments;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.TextBuilder;
import dev.throughline.render.jinja.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Filters over sequences and dictionaries.
final class SequenceFilterLibrary {
    private SequenceFilterLibrary() {}

    static void addTo(Map<String, Filter> filters) {
        filters.put("length", (_, input, _) -> length(input));
        filters.put("count", filters.get("length"));
        filters.put("list", (state, input, _) -> Value.ListValue.of(Iteration.list(state, input)));
        filters.put("first", SequenceFilterLibrary::first);
        filters.put("last", SequenceFilterLibrary::last);
        filters.put("join", SequenceFilterLibrary::join);
        filters.put("items", (state, input, _) -> new Value.StreamValue(items(state, input)));
        filters.put("dictsort", SequenceFilterLibrary::dictSort);
        filters.put("sort", SequenceFilterLibrary::sort);
        filters.put("unique", SequenceFilterLibrary::unique);
        filters.put("min", (state, input, args) -> extreme(state, input, args, false));
        filters.put("max", (state, input, args) -> extreme(state, input, args, true));
        filters.put("reverse", SequenceFilterLibrary::reverse);
        filters.put("batch", SequenceFilterLibrary::batch);
    }

    static Value length(Value input) {
        return switch (input) {
            case Text text -> Value.IntValue.of(CodePoints.length(text.value()));
            case Value.ListValue list -> Value.IntValue.of(list.items().size());
            case Value.TupleValue tuple -> Value.IntValue.of(tuple.items().size());
            case Value.RangeValue range -> Value.IntValue.of(range.items().size());
            case Value.DictValue dict -> Value.IntValue.of(dict.entries().size());
            case Value.ViewValue view -> Value.IntValue.of(view.items().size());
            case Value.UndefinedValue _ -> Value.IntValue.of(0);
            case LoopContext loop -> Value.IntValue.of(loop.length());
            default -> throw TemplateException.type("object of type '" + input.typeName() + "' has no len()");
        };
    }

    private static Value first(RenderState state, Value input, TemplateArguments arguments) {
        Iterator<Value> items = Iteration.over(state, input);
        return items.hasNext() ? items.next() : new Value.UndefinedValue("No first item, sequence was empty.");
    }

    private static Value last(RenderState state, Value input, TemplateArguments arguments) {
        if (input instanceof Value.StreamValue) {
            throw TemplateException.type("'generator' object is not reversible");
        }
        List<Value> items = Iteration.list(state, input);
        return items.isEmpty() ? new Value.UndefinedValue("No last item, sequence was empty.") : items.getLast();
    }

    private static Value join(RenderState state, Value input, TemplateArguments arguments) {
        Text separator = PythonText.str(state, arguments.get(0, "d", Text.EMPTY));
        UnaryOperator<Value> attribute = arguments
                .find(1, "attribute")
                .map(path -> AttributePath.of(state, path))
                .orElse(UnaryOperator.identity());
        TextBuilder out = state.builder();
        boolean isFirst = true;
        Iterator<Value> items = Iteration.over(state, input);
        while (items.hasNext()) {
            out.append(isFirst ? Text.EMPTY : separator).append(PythonText.str(state, attribute.apply(items.next())));
            isFirst = false;
        }
        return out.build();
    }

    private static Iterator<Value> items(RenderState state, Value input) {
        return switch (input) {
            case Value.DictValue dict ->
                CollectionMethodLibrary.pairs(state, dict).iterator();
            case Value.UndefinedValue _ -> List.<Value>of().iterator();
            default ->
                new FilteredItems(List.<Value>of(Value.NONE).iterator(), _ -> {
                    throw TemplateException.type("Can only get item pairs from a mapping.");
                });
        };
    }

    private static Value dictSort(RenderState state, Value input, TemplateArguments arguments) {
        if (!(input instanceof Value.DictValue dict)) {
            Arithmetic.refuseUndefined(input);
            throw new TemplateException(
                    PythonError.ATTRIBUTE_ERROR, "'" + input.typeName() + "' object has no attribute 'items'");
        }
        boolean isCased = arguments.get(0, "case_sensitive", Value.FALSE).isTrue();
        String by = arguments.get(1, "by", Text.of("key", Origin.FRAME)).toString();
        if (!by.equals("key") && !by.equals("value")) {
            throw new TemplateException(
                    PythonError.FILTER_ARGUMENT_ERROR, "You can only sort by either \"key\" or \"value\"");
        }
        int part = by.equals("key") ? 0 : 1;
        UnaryOperator<Value> key =
                pair -> folded(state, ((Value.TupleValue) pair).items().get(part), isCased);
        return sorted(
                state,
                CollectionMethodLibrary.pairs(state, dict),
                key,
                arguments.get(2, "reverse", Value.FALSE).isTrue());
    }

    private static Value sort(RenderState state, Value input, TemplateArguments arguments) {
        boolean isCased = arguments.get(1, "case_sensitive", Value.FALSE).isTrue();
        UnaryOperator<Value> attribute = arguments
                .find(2, "attribute")
                .map(path -> AttributePath.each(state, path))
                .orElse(UnaryOperator.identity());
        return sorted(
                state,
                Iteration.list(state, input),
                item -> folded(state, attribute.apply(item), isCased),
                arguments.get(0, "reverse", Value.FALSE).isTrue());
    }

    private static Value sorted(RenderState state, List<Value> items, UnaryOperator<Value> key, boolean isReversed) {
        Comparator<Value> order = ValueComparison.natural(state);
        List<Value> sorted = new ArrayList<>(items);
        Comparator<Value> byKey = Comparator.comparing(key, order);
        sorted.sort(isReversed ? byKey.reversed() : byKey);
        return Value.ListValue.of(sorted);
    }

    private static Value folded(RenderState state, Value value, boolean isCased) {
        return switch (value) {
            case Text text when !isCased -> TextCase.lower(state, text);
            case Value.ListValue list
            when !isCased ->
                new Value.ListValue(
                        list.items().stream()
                                .map(item -> folded(state, item, false))
                                .toList(),
                        list.origin());
            default -> value;
        };
    }

    private static Value unique(RenderState state, Value input, TemplateArguments arguments) {
        boolean isCased = arguments.get(0, "case_sensitive", Value.FALSE).isTrue();
        UnaryOperator<Value> attribute = arguments
                .find(1, "attribute")
                .map(path -> AttributePath.of(state, path))
                .orElse(UnaryOperator.identity());
        Set<Value> seen = new HashSet<>();
        return new Value.StreamValue(new FilteredItems(
                Iteration.over(state, input),
                item -> seen.add(ExpressionEvaluator.hashable(folded(state, attribute.apply(item), isCased)))));
    }

    private static Value extreme(RenderState state, Value input, TemplateArguments arguments, boolean isMax) {
        boolean isCased = arguments.get(0, "case_sensitive", Value.FALSE).isTrue();
        UnaryOperator<Value> attribute = arguments
                .find(1, "attribute")
                .map(path -> AttributePath.of(state, path))
                .orElse(UnaryOperator.identity());
        Comparator<Value> order = ValueComparison.natural(state);
        List<Value> items = Iteration.list(state, input);
        if (items.isEmpty()) {
            return new Value.UndefinedValue("No aggregated item, sequence was empty.");
        }
        Value found = items.getFirst();
        for (Value item : items.subList(1, items.size())) {
            int difference = order.compare(
                    folded(state, attribute.apply(item), isCased), folded(state, attribute.apply(found), isCased));
            found = (isMax ? difference > 0 : difference < 0) ? item : found;
        }
        return found;
    }

    private static Value reverse(RenderState state, Value input, TemplateArguments arguments) {
        if (Arithmetic.isNumber(input) || input instanceof Value.NoneValue) {
            throw new TemplateException(PythonError.FILTER_ARGUMENT_ERROR, "argument must be iterable");
        }
        List<Value> reversed = Iteration.list(state, input).reversed();
        if (!(input instanceof Text)) {
            return new Value.StreamValue(reversed.iterator());
        }
        TextBuilder out = state.builder();
        reversed.forEach(character -> out.append((Text) character));
        return out.build();
    }

    private static Value batch(RenderState state, Value input, TemplateArguments arguments) {
        int size = Math.max(1, Arithmetic.index(arguments.require("batch", 0, "linecount")));
        List<Value> items = Iteration.list(state, input);
        List<Value> batches = new ArrayList<>();
        for (int from = 0; from < items.size(); from += size) {
            List<Value> batch = new ArrayList<>(items.subList(from, Math.min(items.size(), from + size)));
            arguments.find(1, "fill_with").ifPresent(fill -> {
                state.budget().items(size);
                while (batch.size() < size) {
                    batch.add(fill);
                }
            });
            batches.add(Value.ListValue.of(batch));
        }
        return new Value.StreamValue(batches.iterator());
    }
}
