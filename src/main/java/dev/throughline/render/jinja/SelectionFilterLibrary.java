package dev.throughline.render.jinja;

import dev.throughline.render.jinja.FilterLibrary.JinjaFilter;
import dev.throughline.render.jinja.Iteration.FilteredItems;
import dev.throughline.render.jinja.TestLibrary.JinjaTest;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.function.UnaryOperator;

/// `map`, `select`, `reject`, `selectattr` and `rejectattr`: generators, evaluated as they are read.
final class SelectionFilterLibrary {
    private SelectionFilterLibrary() {}

    static void addTo(Map<String, JinjaFilter> filters) {
        filters.put("map", SelectionFilterLibrary::map);
        filters.put("select", (state, input, args) -> select(state, input, args, UnaryOperator.identity(), true));
        filters.put("reject", (state, input, args) -> select(state, input, args, UnaryOperator.identity(), false));
        filters.put("selectattr", (state, input, args) -> byAttribute(state, input, args, true));
        filters.put("rejectattr", (state, input, args) -> byAttribute(state, input, args, false));
    }

    private static TemplateValue byAttribute(
            RenderState state, TemplateValue input, TemplateArguments arguments, boolean isWanted) {
        if (arguments.positional().isEmpty()) {
            throw new TemplateException(PythonError.FILTER_ARGUMENT_ERROR, "Missing parameter for attribute name");
        }
        UnaryOperator<TemplateValue> attribute =
                AttributePath.of(state, arguments.positional().getFirst());
        return select(state, input, arguments.from(1), attribute, isWanted);
    }

    private static TemplateValue select(
            RenderState state,
            TemplateValue input,
            TemplateArguments arguments,
            UnaryOperator<TemplateValue> part,
            boolean isWanted) {
        if (!input.isTrue()) {
            return new TemplateValue.StreamValue(Collections.emptyIterator());
        }
        if (arguments.positional().isEmpty()) {
            return new TemplateValue.StreamValue(new FilteredItems(
                    Iteration.over(state, input), item -> part.apply(item).isTrue() == isWanted));
        }
        JinjaTest test = TestLibrary.find(arguments.positional().getFirst().word());
        TemplateArguments rest = arguments.from(1);
        return new TemplateValue.StreamValue(new FilteredItems(
                Iteration.over(state, input), item -> test.holds(state, part.apply(item), rest) == isWanted));
    }

    private static TemplateValue map(RenderState state, TemplateValue input, TemplateArguments arguments) {
        if (!input.isTrue()) {
            return new TemplateValue.StreamValue(Collections.emptyIterator());
        }
        UnaryOperator<TemplateValue> mapping = mapping(state, arguments);
        Iterator<TemplateValue> items = Iteration.over(state, input);
        return new TemplateValue.StreamValue(new Iterator<>() {
            @Override
            public boolean hasNext() {
                return items.hasNext();
            }

            @Override
            public TemplateValue next() {
                return mapping.apply(items.next());
            }
        });
    }

    private static UnaryOperator<TemplateValue> mapping(RenderState state, TemplateArguments arguments) {
        if (arguments.positional().isEmpty()) {
            TemplateValue path = arguments
                    .find(0, "attribute")
                    .orElseThrow(() ->
                            new TemplateException(PythonError.FILTER_ARGUMENT_ERROR, "map requires a filter argument"));
            return AttributePath.of(state, path, arguments.get(1, "default"));
        }
        JinjaFilter jinjaFilter =
                FilterLibrary.find(arguments.positional().getFirst().word());
        TemplateArguments rest = arguments.from(1);
        return item -> jinjaFilter.apply(state, item, rest);
    }
}
