package dev.throughline.render.jinja;

import dev.throughline.render.jinja.FilterLibrary.JinjaFilter;
import dev.throughline.render.jinja.Iteration.FilteredItems;
import dev.throughline.render.jinja.ValueComparison.ComparisonOperator;
import java.util.ArrayList;
import java.util.Collections;
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

    static void addTo(Map<String, JinjaFilter> filters) {
        filters.put("length", (state, input, _) -> length(state, input));
        filters.put("count", filters.get("length"));
        filters.put("list", (state, input, _) -> TemplateValue.ListValue.of(Iteration.list(state, input)));
        filters.put("first", SequenceFilterLibrary::first);
        filters.put("last", SequenceFilterLibrary::last);
        filters.put("join", SequenceFilterLibrary::join);
        filters.put("items", (state, input, _) -> new TemplateValue.StreamValue(items(state, input)));
        filters.put("dictsort", SequenceFilterLibrary::dictSort);
        filters.put("sort", SequenceFilterLibrary::sort);
        filters.put("unique", SequenceFilterLibrary::unique);
        filters.put("min", (state, input, args) -> extreme(state, input, args, false));
        filters.put("max", (state, input, args) -> extreme(state, input, args, true));
        filters.put("reverse", SequenceFilterLibrary::reverse);
        filters.put("batch", SequenceFilterLibrary::batch);
        filters.put("slice", SequenceFilterLibrary::slice);
        filters.put("groupby", SequenceFilterLibrary::groupBy);
    }

    static TemplateValue length(RenderState state, TemplateValue input) {
        return switch (input) {
            case TextValue text -> {
                state.budget().scan(text.value().length());
                yield TemplateValue.IntValue.of(CodePoints.length(text.value()));
            }
            case TemplateValue.ListValue list ->
                TemplateValue.IntValue.of(list.items().size());
            case TemplateValue.TupleValue tuple ->
                TemplateValue.IntValue.of(tuple.items().size());
            case TemplateValue.RangeValue range ->
                TemplateValue.IntValue.of(range.items().size());
            case TemplateValue.DictValue dict ->
                TemplateValue.IntValue.of(dict.entries().size());
            case TemplateValue.ViewValue view ->
                TemplateValue.IntValue.of(view.items().size());
            case TemplateValue.UndefinedValue _ -> TemplateValue.IntValue.of(0);
            case LoopContext loop -> TemplateValue.IntValue.of(loop.length());
            default -> throw TemplateException.type("object of type '" + input.typeName() + "' has no len()");
        };
    }

    private static TemplateValue first(RenderState state, TemplateValue input, TemplateArguments arguments) {
        Iterator<TemplateValue> items = Iteration.over(state, input);
        return items.hasNext() ? items.next() : new TemplateValue.UndefinedValue("No first item, sequence was empty.");
    }

    private static TemplateValue last(RenderState state, TemplateValue input, TemplateArguments arguments) {
        if (input instanceof TemplateValue.StreamValue) {
            throw TemplateException.type("'generator' object is not reversible");
        }
        List<TemplateValue> items = Iteration.list(state, input);
        return items.isEmpty()
                ? new TemplateValue.UndefinedValue("No last item, sequence was empty.")
                : items.getLast();
    }

    private static TemplateValue join(RenderState state, TemplateValue input, TemplateArguments arguments) {
        TextValue separator = PythonText.str(state, arguments.get(0, "d", TextValue.EMPTY));
        UnaryOperator<TemplateValue> attribute = AttributePath.argument(state, arguments, 1);
        TextValueBuilder out = state.builder();
        boolean isFirst = true;
        Iterator<TemplateValue> items = Iteration.over(state, input);
        while (items.hasNext()) {
            out.append(isFirst ? TextValue.EMPTY : separator)
                    .append(PythonText.str(state, attribute.apply(items.next())));
            isFirst = false;
        }
        return out.build();
    }

    private static Iterator<TemplateValue> items(RenderState state, TemplateValue input) {
        return switch (input) {
            case TemplateValue.DictValue dict ->
                CollectionMethodLibrary.pairs(state, dict).iterator();
            case TemplateValue.UndefinedValue _ -> List.<TemplateValue>of().iterator();
            default ->
                new FilteredItems(List.<TemplateValue>of(TemplateValue.NONE).iterator(), _ -> {
                    throw TemplateException.type("Can only get item pairs from a mapping.");
                });
        };
    }

    private static TemplateValue dictSort(RenderState state, TemplateValue input, TemplateArguments arguments) {
        boolean isCased = arguments.isTrue(0, "case_sensitive");
        String by = arguments.get(1, "by", TextValue.of("key", Origin.FRAME)).word();
        if (!by.equals("key") && !by.equals("value")) {
            throw new TemplateException(
                    PythonError.FILTER_ARGUMENT_ERROR, "You can only sort by either \"key\" or \"value\"");
        }
        if (!(input instanceof TemplateValue.DictValue dict)) {
            ValueCoercion.refuseUndefined(input);
            throw new TemplateException(
                    PythonError.ATTRIBUTE_ERROR, "'" + input.typeName() + "' object has no attribute 'items'");
        }
        int part = by.equals("key") ? 0 : 1;
        UnaryOperator<TemplateValue> key =
                pair -> folded(state, ((TemplateValue.TupleValue) pair).items().get(part), isCased);
        return sorted(state, CollectionMethodLibrary.pairs(state, dict), key, isReversed(arguments, 2));
    }

    private static TemplateValue sort(RenderState state, TemplateValue input, TemplateArguments arguments) {
        boolean isCased = arguments.isTrue(1, "case_sensitive");
        TemplateValue paths = arguments.get(2, "attribute");
        return sorted(
                state,
                Iteration.list(state, input),
                AttributePath.each(state, paths, key -> folded(state, key, isCased)),
                isReversed(arguments, 0));
    }

    private static boolean isReversed(TemplateArguments arguments, int index) {
        return ValueCoercion.index(arguments.get(index, "reverse", TemplateValue.FALSE)) != 0;
    }

    private static TemplateValue sorted(
            RenderState state, List<TemplateValue> items, UnaryOperator<TemplateValue> key, boolean isReversed) {
        Comparator<Keyed> byKey = Comparator.comparing(Keyed::key, ValueComparison.natural(state));
        return TemplateValue.ListValue.of(items.stream().map(item -> new Keyed(key.apply(item), item)).toList().stream()
                .sorted(isReversed ? byKey.reversed() : byKey)
                .map(Keyed::item)
                .toList());
    }

    /// An item, and what it is ordered by: found once for each, also where there is no other to compare it with.
    private record Keyed(TemplateValue key, TemplateValue item) {}

    private static TemplateValue folded(RenderState state, TemplateValue value, boolean isCased) {
        return value instanceof TextValue text && !isCased ? TextCase.lower(state, text) : value;
    }

    private static TemplateValue unique(RenderState state, TemplateValue input, TemplateArguments arguments) {
        boolean isCased = arguments.isTrue(0, "case_sensitive");
        UnaryOperator<TemplateValue> attribute = AttributePath.argument(state, arguments, 1);
        Set<TemplateValue> seen = new HashSet<>();
        return new TemplateValue.StreamValue(new FilteredItems(
                Iteration.over(state, input),
                item -> seen.add(
                        ValueEquality.hashable(state, folded(state, attribute.apply(item), isCased), seen.size()))));
    }

    private static TemplateValue extreme(
            RenderState state, TemplateValue input, TemplateArguments arguments, boolean isMax) {
        boolean isCased = arguments.isTrue(0, "case_sensitive");
        UnaryOperator<TemplateValue> attribute = AttributePath.argument(state, arguments, 1);
        Comparator<TemplateValue> order = ValueComparison.natural(state);
        List<TemplateValue> items = Iteration.list(state, input);
        if (items.isEmpty()) {
            return new TemplateValue.UndefinedValue("No aggregated item, sequence was empty.");
        }
        List<Keyed> keyed = items.stream()
                .map(item -> new Keyed(folded(state, attribute.apply(item), isCased), item))
                .toList();
        Keyed found = keyed.getFirst();
        for (Keyed each : keyed.subList(1, keyed.size())) {
            int difference = order.compare(each.key(), found.key());
            found = (isMax ? difference > 0 : difference < 0) ? each : found;
        }
        return found.item();
    }

    private static TemplateValue reverse(RenderState state, TemplateValue input, TemplateArguments arguments) {
        boolean isNoSequence = ValueCoercion.isNumber(input)
                || input instanceof TemplateValue.NoneValue
                || input instanceof TemplateValue.NamespaceValue
                || input instanceof TemplateValue.FunctionValue;
        if (isNoSequence) {
            throw new TemplateException(PythonError.FILTER_ARGUMENT_ERROR, "argument must be iterable");
        }
        List<TemplateValue> reversed = Iteration.list(state, input).reversed();
        if (input instanceof TemplateValue.StreamValue) {
            return TemplateValue.ListValue.of(reversed);
        }
        if (!(input instanceof TextValue)) {
            return new TemplateValue.StreamValue(reversed.iterator());
        }
        TextValueBuilder out = state.builder();
        reversed.forEach(character -> out.append((TextValue) character));
        return out.build();
    }

    private static TemplateValue batch(RenderState state, TemplateValue input, TemplateArguments arguments) {
        TemplateValue count = arguments.require("batch", 0, "linecount");
        TemplateValue fill = arguments.get(1, "fill_with");
        List<TemplateValue> batches = new ArrayList<>();
        List<TemplateValue> batch = new ArrayList<>();
        for (TemplateValue item : Iteration.list(state, input)) {
            // A count that no number of items equals, such as 1.5, makes one batch.
            if (ValueEquality.equal(state, TemplateValue.IntValue.of(batch.size()), count)) {
                batches.add(TemplateValue.ListValue.of(batch));
                batch = new ArrayList<>();
            }
            batch.add(item);
        }
        if (!batch.isEmpty()) {
            fill(state, batch, count, fill);
            batches.add(TemplateValue.ListValue.of(batch));
        }
        return new TemplateValue.StreamValue(batches.iterator());
    }

    private static void fill(RenderState state, List<TemplateValue> batch, TemplateValue count, TemplateValue fill) {
        TemplateValue size = TemplateValue.IntValue.of(batch.size());
        if (fill instanceof TemplateValue.NoneValue
                || !ValueComparison.holds(state, ComparisonOperator.LESS, size, count)) {
            return;
        }
        int missing = ValueCoercion.index(count) - batch.size();
        state.budget().items(missing);
        batch.addAll(Collections.nCopies(missing, fill));
    }

    private static TemplateValue slice(RenderState state, TemplateValue input, TemplateArguments arguments) {
        List<TemplateValue> items = Iteration.list(state, input);
        int slices = ValueCoercion.index(arguments.require("slice", 0, "slices"));
        TemplateValue fill = arguments.get(1, "fill_with");
        if (slices == 0) {
            throw new TemplateException(PythonError.ZERO_DIVISION_ERROR, "integer division or modulo by zero");
        }
        int size = Math.floorDiv(items.size(), slices);
        int longer = Math.floorMod(items.size(), slices);
        List<TemplateValue> found = new ArrayList<>();
        int from = 0;
        for (int number = 0; number < slices; number++) {
            int to = from + size + (number < longer ? 1 : 0);
            state.budget().items(2L + to - from);
            List<TemplateValue> slice = new ArrayList<>(items.subList(from, to));
            if (!(fill instanceof TemplateValue.NoneValue) && number >= longer) {
                slice.add(fill);
            }
            found.add(TemplateValue.ListValue.of(slice));
            from = to;
        }
        return new TemplateValue.StreamValue(found.iterator());
    }

    private static TemplateValue groupBy(RenderState state, TemplateValue input, TemplateArguments arguments) {
        boolean isCased = arguments.isTrue(2, "case_sensitive");
        UnaryOperator<TemplateValue> attribute =
                AttributePath.of(state, arguments.require("groupby", 0, "attribute"), arguments.get(1, "default"));
        UnaryOperator<TemplateValue> key = item -> folded(state, attribute.apply(item), isCased);
        List<TemplateValue> groups = new ArrayList<>();
        List<TemplateValue> group = new ArrayList<>();
        TemplateValue last = TemplateValue.NONE;
        for (TemplateValue item : Iteration.list(state, sorted(state, Iteration.list(state, input), key, false))) {
            TemplateValue current = key.apply(item);
            if (!group.isEmpty() && !ValueEquality.equal(state, last, current)) {
                groups.add(group(attribute, group));
                group = new ArrayList<>();
            }
            state.budget().items(1);
            group.add(item);
            last = current;
        }
        if (!group.isEmpty()) {
            groups.add(group(attribute, group));
        }
        return TemplateValue.ListValue.of(groups);
    }

    private static TemplateValue group(UnaryOperator<TemplateValue> attribute, List<TemplateValue> items) {
        return new TemplateValue.TupleValue(
                List.of(attribute.apply(items.getFirst()), TemplateValue.ListValue.of(items)),
                List.of("grouper", "list"));
    }
}
