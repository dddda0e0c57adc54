package dev.throughline.render.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The methods of Python's `dict`, `list` and `tuple` that change nothing.
public final class CollectionMethodLibrary {
    private CollectionMethodLibrary() {}

    static Optional<TemplateValue> find(TemplateValue.DictValue dict, String name) {
        return switch (name) {
            case "items" -> method(name, (state, _) -> new TemplateValue.ViewValue("dict_items", pairs(state, dict)));
            case "keys" ->
                method(
                        name,
                        (state, _) -> new TemplateValue.ViewValue(
                                "dict_keys", listed(state, dict.entries().keySet())));
            case "values" ->
                method(
                        name,
                        (state, _) -> new TemplateValue.ViewValue(
                                "dict_values", listed(state, dict.entries().values())));
            case "get" ->
                method(name, (state, arguments) -> {
                    TemplateValue key = arguments.require("get", 0, "key");
                    TemplateValue found = dict.entries()
                            .get(ValueEquality.hashable(
                                    state, key, dict.entries().size()));
                    return found != null ? found : arguments.get(1, "default");
                });
            case "copy" ->
                // Nothing changes a dictionary.
                method(name, (_, _) -> dict);
            default -> Optional.empty();
        };
    }

    static Optional<TemplateValue> find(TemplateValue sequence, List<TemplateValue> items, String name) {
        return switch (name) {
            case "index" ->
                method(name, (state, arguments) -> {
                    int at = indexOf(state, items, arguments.require("index", 0, "value"));
                    if (at < 0) {
                        throw TemplateException.value("value is not in " + sequence.typeName());
                    }
                    return TemplateValue.IntValue.of(at);
                });
            case "count" ->
                method(
                        name,
                        (state, arguments) -> TemplateValue.IntValue.of(items.stream()
                                .filter(item -> ValueEquality.equal(
                                        state,
                                        item,
                                        arguments.only("count", "value").require("count", 0, "value")))
                                .count()));
            case "copy" ->
                sequence instanceof TemplateValue.ListValue ? method(name, (_, _) -> sequence) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static int indexOf(RenderState state, List<TemplateValue> items, TemplateValue value) {
        for (int index = 0; index < items.size(); index++) {
            if (ValueEquality.equal(state, items.get(index), value)) {
                return index;
            }
        }
        return -1;
    }

    public static List<TemplateValue> pairs(RenderState state, TemplateValue.DictValue dict) {
        state.budget().items(dict.entries().size());
        List<TemplateValue> pairs = new ArrayList<>(dict.entries().size());
        for (Map.Entry<TemplateValue, TemplateValue> entry : dict.entries().entrySet()) {
            pairs.add(new TemplateValue.TupleValue(List.of(entry.getKey(), entry.getValue())));
        }
        return pairs;
    }

    private static List<TemplateValue> listed(RenderState state, java.util.Collection<TemplateValue> values) {
        state.budget().items(values.size());
        return new ArrayList<>(values);
    }

    private static Optional<TemplateValue> method(String name, TemplateValue.Callable body) {
        return Optional.of(new TemplateValue.FunctionValue("builtin_function_or_method", name, body));
    }
}
