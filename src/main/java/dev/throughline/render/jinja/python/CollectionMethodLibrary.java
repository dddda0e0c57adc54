package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The methods of Python's `dict`, `list` and `tuple` that change nothing.
public final class CollectionMethodLibrary {
    private CollectionMethodLibrary() {}

    static Optional<Value> find(Value.DictValue dict, String name) {
        return switch (name) {
            case "items" -> method(name, (state, _) -> new Value.ViewValue("dict_items", pairs(state, dict)));
            case "keys" ->
                method(
                        name,
                        (state, _) -> new Value.ViewValue(
                                "dict_keys", listed(state, dict.entries().keySet())));
            case "values" ->
                method(
                        name,
                        (state, _) -> new Value.ViewValue(
                                "dict_values", listed(state, dict.entries().values())));
            case "get" ->
                method(name, (_, arguments) -> {
                    Value found = dict.entries().get(arguments.require("get", 0, "key"));
                    return found != null ? found : arguments.get(1, "default", Value.NONE);
                });
            case "copy" ->
                method(name, (_, _) -> new Value.DictValue(new LinkedHashMap<>(dict.entries()), dict.origin()));
            default -> Optional.empty();
        };
    }

    static Optional<Value> find(Value sequence, List<Value> items, String name) {
        return switch (name) {
            case "index" ->
                method(name, (state, arguments) -> {
                    int at = indexOf(state, items, arguments.require("index", 0, "value"));
                    if (at < 0) {
                        throw TemplateException.value("value is not in " + sequence.typeName());
                    }
                    return Value.IntValue.of(at);
                });
            case "count" ->
                method(
                        name,
                        (state, arguments) -> Value.IntValue.of(items.stream()
                                .filter(item ->
                                        ValueComparison.equal(state, item, arguments.require("count", 0, "value")))
                                .count()));
            case "copy" -> sequence instanceof Value.ListValue ? method(name, (_, _) -> sequence) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static int indexOf(RenderState state, List<Value> items, Value value) {
        for (int index = 0; index < items.size(); index++) {
            if (ValueComparison.equal(state, items.get(index), value)) {
                return index;
            }
        }
        return -1;
    }

    public static List<Value> pairs(RenderState state, Value.DictValue dict) {
        state.budget().items(dict.entries().size());
        List<Value> pairs = new ArrayList<>(dict.entries().size());
        for (Map.Entry<Value, Value> entry : dict.entries().entrySet()) {
            pairs.add(new Value.TupleValue(List.of(entry.getKey(), entry.getValue())));
        }
        return pairs;
    }

    private static List<Value> listed(RenderState state, java.util.Collection<Value> values) {
        state.budget().items(values.size());
        return new ArrayList<>(values);
    }

    private static Optional<Value> method(String name, Value.Callable body) {
        return Optional.of(new Value.FunctionValue("builtin_function_or_method", name, body));
    }
}
